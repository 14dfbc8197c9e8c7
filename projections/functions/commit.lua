#!lua name=ludarium_read_commit_DIGEST
-- Writes the rows that a batch of events changed together with the cursor behind the batch, or nothing.
-- It goes through only if the cursor is the one that the worker read, so every event counts once.
--
-- KEYS  1 cursor   2 points   3 rows   4 index   5 parked
-- ARGV  1 expected cursor, '' for none   2 new cursor   3 seconds after which all is dropped, 0 for never
--       4 news channel   5 news, '' for none
--       6... five lists, each its length and then its members: table and point; table and row; index entries
--            added; index entries removed; table, parked entry expected ('' for none) and parked entry from now on ('' for none)
--
-- Answers 1 when it is done, 0 when the cursor or a parked entry is another one and nothing was written.

local CHUNK = 1000

local function take(args, at)
  local count = tonumber(args[at])
  local list = {}
  for number = 1, count do
    list[number] = args[at + number]
  end
  return list, at + count + 1
end

local function in_chunks(list, write)
  for first = 1, #list, CHUNK do
    write(unpack(list, first, math.min(first + CHUNK - 1, #list)))
  end
end

local function with_score(members)
  local list = {}
  for number, member in ipairs(members) do
    list[2 * number - 1] = 0
    list[2 * number] = member
  end
  return list
end

local function commit(keys, args)
  local cursor, points_key, rows_key, index, parked_key = keys[1], keys[2], keys[3], keys[4], keys[5]
  local points, rows, added, removed, parked
  local at = 6
  points, at = take(args, at)
  rows, at = take(args, at)
  added, at = take(args, at)
  removed, at = take(args, at)
  parked, at = take(args, at)

  if (redis.call('GET', cursor) or '') ~= args[1] then
    return 0
  end
  for first = 1, #parked, 3 do
    if (redis.call('HGET', parked_key, parked[first]) or '') ~= parked[first + 1] then
      return 0
    end
  end

  redis.call('SET', cursor, args[2])
  in_chunks(points, function(...) redis.call('HSET', points_key, ...) end)
  in_chunks(rows, function(...) redis.call('HSET', rows_key, ...) end)
  in_chunks(removed, function(...) redis.call('ZREM', index, ...) end)
  in_chunks(with_score(added), function(...) redis.call('ZADD', index, ...) end)
  for first = 1, #parked, 3 do
    if parked[first + 2] == '' then
      redis.call('HDEL', parked_key, parked[first])
    else
      redis.call('HSET', parked_key, parked[first], parked[first + 2])
    end
  end
  if args[3] ~= '0' then
    for _, key in ipairs(keys) do
      redis.call('EXPIRE', key, args[3])
    end
  end
  if args[5] ~= '' then
    redis.call('SPUBLISH', args[4], args[5])
  end
  return 1
end

redis.register_function('ludarium_read_commit_DIGEST', commit)
