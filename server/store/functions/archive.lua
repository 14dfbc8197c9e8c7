#!lua name=ludarium_archive_DIGEST
-- Deletes the stream of a table that was archived, and leaves a tombstone with its final token, or does nothing.
-- It goes through only if the stream still ends at the point that was archived.
--
-- KEYS  1 table stream   2 the table's remembered commands   3 the partition's deadlines   4 tombstones
-- ARGV  1 table id       2 final version                     3 final event id
--
-- Answers 1 when it is done, 0 when the stream ends elsewhere and nothing was done.

local function archive(keys, args)
  local entry = redis.call('XREVRANGE', keys[1], '+', '-', 'COUNT', 1)[1]
  if not entry or entry[1] ~= args[2] .. '-0' or entry[2][1] ~= 'i' or entry[2][2] ~= args[3] then
    return 0
  end
  redis.call('HSET', keys[4], args[1], args[2] .. ' ' .. args[3])
  redis.call('UNLINK', keys[1], keys[2])
  redis.call('ZREM', keys[3], args[1])
  return 1
end

redis.register_function('ludarium_archive_DIGEST', archive)
