#!lua name=ludarium_beat_DIGEST
-- Notes that a server is there, and for how long none was.
--
-- KEYS  1 when a server was last there, in milliseconds since 1970   2 the outages, by their ends
-- ARGV  1 now, in milliseconds since 1970   2 a longer time without a server is an outage   3 how many are kept
--
-- Answers the outages that are kept, each as 'from to', the earliest first.

local function beat(keys, args)
  local now, last = tonumber(args[1]), tonumber(redis.call('GET', keys[1]) or args[1])
  redis.call('ZCARD', keys[2]) -- fails here, before the first write, if the key is no sorted set
  if now - last > tonumber(args[2]) then
    redis.call('ZADD', keys[2], now, string.format('%.0f %.0f', last, now))
    redis.call('ZREMRANGEBYRANK', keys[2], 0, -1 - tonumber(args[3]))
  end
  if now >= last then
    redis.call('SET', keys[1], args[1])
  end
  return redis.call('ZRANGE', keys[2], 0, -1)
end

redis.register_function('ludarium_beat_DIGEST', beat)
