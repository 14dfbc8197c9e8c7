#!lua name=ludarium_read_settle_DIGEST
-- Gives a parked table the row that an operator's retry or skip came to, or nothing.
-- It goes through only if the parked entry is the one that was looked at, so no event that came since is missed.
--
-- KEYS  1 points   2 rows   3 index   4 parked   5 skipped
-- ARGV  1 table   2 expected parked entry   3 point   4 row   5 skipped versions, '' to leave them
--       6 news channel   7 news   8... index entries that come or go, each with '+' or '-' before it
--
-- Answers 1 when it is done, 0 when the parked entry is another one and nothing was written.

local function settle(keys, args)
  if redis.call('HGET', keys[4], args[1]) ~= args[2] then
    return 0
  end
  redis.call('HDEL', keys[4], args[1])
  redis.call('HSET', keys[1], args[1], args[3])
  redis.call('HSET', keys[2], args[1], args[4])
  if args[5] ~= '' then
    redis.call('HSET', keys[5], args[1], args[5])
  end
  for number = 8, #args do
    local member = string.sub(args[number], 2)
    if string.sub(args[number], 1, 1) == '+' then
      redis.call('ZADD', keys[3], 0, member)
    else
      redis.call('ZREM', keys[3], member)
    end
  end
  redis.call('SPUBLISH', args[6], args[7])
  return 1
end

redis.register_function('ludarium_read_settle_DIGEST', settle)
