#!lua name=ludarium_restore_DIGEST
-- Writes the stream of an archived table again and takes its tombstone away, or does nothing.
--
-- KEYS  1 table stream   2 tombstones
-- ARGV  1 table id       2 the tombstone expected   3... event id and bytes of each event, from version 1 on
--
-- Answers 1 when it is done, 0 when the tombstone is another one or the stream is there.

local function restore(keys, args)
  if redis.call('HGET', keys[2], args[1]) ~= args[2] or redis.call('EXISTS', keys[1]) == 1 then
    return 0
  end
  for number = 3, #args, 2 do
    redis.call('XADD', keys[1], string.format('%.0f-0', (number - 1) / 2), 'i', args[number], 'e', args[number + 1])
  end
  redis.call('HDEL', keys[2], args[1])
  return 1
end

redis.register_function('ludarium_restore_DIGEST', restore)
