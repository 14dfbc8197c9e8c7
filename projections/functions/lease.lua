#!lua name=ludarium_read_lease_DIGEST
-- Takes, keeps or lets go the leases of a partition. They are a courtesy that spares workers the same work.
--
-- KEYS  the leases
-- ARGV  1 the worker   2 milliseconds, 0 to let go
--
-- Answers for each lease 1 if the worker holds it now, else 0.

local function lease(keys, args)
  local answer = {}
  for number, key in ipairs(keys) do
    local holder = redis.call('GET', key)
    answer[number] = 0
    if args[2] == '0' then
      if holder == args[1] then
        redis.call('DEL', key)
      end
    elseif not holder or holder == args[1] then
      redis.call('SET', key, args[1], 'PX', args[2])
      answer[number] = 1
    end
  end
  return answer
end

redis.register_function('ludarium_read_lease_DIGEST', lease)
