#!lua name=ludarium_read_workers_DIGEST
-- Registers a worker for a while, or takes it off the list, by Redis' own clock.
--
-- KEYS  1 the workers
-- ARGV  1 the worker and what it runs   2 milliseconds, 0 to leave
--
-- Answers the workers that are there.

local function workers(keys, args)
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  if args[2] == '0' then
    redis.call('ZREM', keys[1], args[1])
  else
    redis.call('ZADD', keys[1], now + args[2], args[1])
  end
  redis.call('ZREMRANGEBYSCORE', keys[1], '-inf', now)
  return redis.call('ZRANGE', keys[1], 0, -1)
end

redis.register_function('ludarium_read_workers_DIGEST', workers)
