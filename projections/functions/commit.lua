#!lua name=ludarium_read_commit_DIGEST
-- Writes what a batch of events changed in the read models of a partition, each model's rows together with its cursor
-- behind the batch, or nothing of that model. A model goes through only if its cursor is the one that the worker read,
-- so every event counts once; what becomes of one model is nothing to the others.
--
-- KEYS  five for each model: cursor, points, rows, index, parked
-- ARGV  1 news channel, then for each model
--       expected cursor, '' for none; new cursor; seconds after which all is dropped, 0 for never; news, '' for none;
--       five lists, each its length and then its members: table and point; table and row; index entries added; index
--       entries removed; table, parked entry expected ('' for none) and parked entry from now on ('' for none)
--
-- Answers for each model 1 when it is done, 0 when its cursor or a parked entry is another one and nothing of it was
-- written.

local CHUNK = 1000

-- Reads the arguments one after the other.
local function reader(args, at)
  local function take()
    at = at + 1
    return args[at - 1]
  end
  local function take_list()
    local list = {}
    for number = 1, tonumber(take()) do
      list[number] = take()
    end
    return list
  end
  return take, take_list
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

local function write_model(model, channel, take, take_list)
  local expected, reached, seconds, news = take(), take(), take(), take()
  local points, rows, added, removed, parked = take_list(), take_list(), take_list(), take_list(), take_list()

  if (redis.call('GET', model.cursor) or '') ~= expected then
    return 0
  end
  for first = 1, #parked, 3 do
    if (redis.call('HGET', model.parked, parked[first]) or '') ~= parked[first + 1] then
      return 0
    end
  end

  redis.call('SET', model.cursor, reached)
  in_chunks(points, function(...) redis.call('HSET', model.points, ...) end)
  in_chunks(rows, function(...) redis.call('HSET', model.rows, ...) end)
  in_chunks(removed, function(...) redis.call('ZREM', model.index, ...) end)
  in_chunks(with_score(added), function(...) redis.call('ZADD', model.index, ...) end)
  for first = 1, #parked, 3 do
    if parked[first + 2] == '' then
      redis.call('HDEL', model.parked, parked[first])
    else
      redis.call('HSET', model.parked, parked[first], parked[first + 2])
    end
  end
  if seconds ~= '0' then
    for _, key in pairs(model) do
      redis.call('EXPIRE', key, seconds)
    end
  end
  if news ~= '' then
    redis.call('SPUBLISH', channel, news)
  end
  return 1
end

local function commit(keys, args)
  local take, take_list = reader(args, 2)
  local answer = {}
  for first = 1, #keys, 5 do
    local model = {
      cursor = keys[first], points = keys[first + 1], rows = keys[first + 2],
      index = keys[first + 3], parked = keys[first + 4],
    }
    answer[#answer + 1] = write_model(model, args[1], take, take_list)
  end
  return answer
end

redis.register_function('ludarium_read_commit_DIGEST', commit)
