#!lua name=ludarium_admit_DIGEST
-- Lays a tombstone for a table that was played elsewhere, whose blob is in the archive already, or does nothing.
--
-- KEYS  1 table stream   2 tombstones   3 tables that were played elsewhere
-- ARGV  1 table id       2 the tombstone
--
-- Answers 1 when it is done, 0 when there is a table of that id, played here or archived.

local function admit(keys, args)
  if redis.call('EXISTS', keys[1]) == 1 or redis.call('HEXISTS', keys[2], args[1]) == 1 then
    return 0
  end
  redis.call('SADD', keys[3], args[1])
  redis.call('HSET', keys[2], args[1], args[2])
  return 1
end

redis.register_function('ludarium_admit_DIGEST', admit)
