#!lua name=ludarium_notices_take_DIGEST
-- Takes notices that are due out of a partition's outbox for a while: whoever took them settles them, or they come again.
--
-- KEYS  1 due times by notice   2 notices
-- ARGV  1 now in milliseconds   2 until when they are taken   3 how many at most
--
-- Answers the notices.

local function take(keys, args)
  local taken = {}
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', keys[1], '-inf', args[1], 'LIMIT', 0, args[3])) do
    local notice = redis.call('HGET', keys[2], id)
    if notice then
      redis.call('ZADD', keys[1], args[2], id)
      taken[#taken + 1] = notice
    else
      redis.call('ZREM', keys[1], id)
    end
  end
  return taken
end

redis.register_function('ludarium_notices_take_DIGEST', take)
