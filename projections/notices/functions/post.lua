#!lua name=ludarium_notices_post_DIGEST
-- Puts notices into a partition's outbox together with the cursor behind them, or nothing: it goes through only if the
-- cursor is the one that was read.
--
-- KEYS  1 cursor   2 due times by notice   3 notices
-- ARGV  1 expected cursor, '' for none   2 new cursor   3 now in milliseconds   4... id and notice in turn
--
-- Answers 1, or 0 when the cursor is another one and nothing was written.

local function post(keys, args)
  if (redis.call('GET', keys[1]) or '') ~= args[1] then
    return 0
  end
  for number = 4, #args, 2 do
    if redis.call('HSETNX', keys[3], args[number], args[number + 1]) == 1 then
      redis.call('ZADD', keys[2], args[3], args[number])
    end
  end
  redis.call('SET', keys[1], args[2])
  return 1
end

redis.register_function('ludarium_notices_post_DIGEST', post)
