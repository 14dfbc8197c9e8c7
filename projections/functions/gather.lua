#!lua name=ludarium_read_gather_DIGEST
-- Adds the results of finished tables to the results stream together with the cursor behind them, or nothing.
-- It goes through only if the partition's cursor is the one that was read, and takes each table once.
--
-- KEYS  1 results stream   2 cursors by partition   3 numbers of the results by table
-- ARGV  1 partition   2 expected cursor, '' for none   3 new cursor   4 news channel   5 news
--       6... table and result in turn
--
-- Answers the number of results that were new, or -1 when the cursor is another one and nothing was written.

local function gather(keys, args)
  if (redis.call('HGET', keys[2], args[1]) or '') ~= args[2] then
    return -1
  end
  local known = redis.call('HLEN', keys[3])
  local new = 0
  for number = 6, #args, 2 do
    if redis.call('HEXISTS', keys[3], args[number]) == 0 then
      new = new + 1
      redis.call('XADD', keys[1], string.format('%.0f-0', known + new), 't', args[number], 'r', args[number + 1])
      redis.call('HSET', keys[3], args[number], string.format('%.0f', known + new))
    end
  end
  redis.call('HSET', keys[2], args[1], args[3])
  if new > 0 then
    redis.call('SPUBLISH', args[4], args[5])
  end
  return new
end

redis.register_function('ludarium_read_gather_DIGEST', gather)
