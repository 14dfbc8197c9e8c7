#!lua name=ludarium_append_DIGEST
-- Appends the events of one command to a table's stream and to its partition's feed, or says why not.
--
-- KEYS  1 table stream   2 partition feed   3 the table's remembered commands   4 the partition's deadlines
--       5 the partition's tombstones of archived tables
-- ARGV  1 table id       2 expected version, 0 for none                         3 expected event id, '' for none
--       4 command field  5 digest of the command                                6 deadline: 'keep', 'clear' or ms
--       7 news channel   8 number of events                                     9... event id and bytes of each
--
-- Answers {'appended'} | {'conflict', version, event id} | {'seen', first, last} | {'reused'}.
-- There is no rollback: all that can fail is read and checked before the first write.

local function malformed(key, what)
  return redis.error_reply('MALFORMED ' .. key .. ': ' .. what)
end

local function text(number)
  return string.format('%.0f', number)
end

local function id(number)
  return text(number) .. '-0'
end

-- The version and event id of the stream's last entry; nothing if the stream holds something else.
local function last_point(stream)
  local entry = redis.call('XREVRANGE', stream, '+', '-', 'COUNT', 1)[1]
  if not entry then
    return 0, ''
  end
  local version = string.match(entry[1], '^(%d+)%-0$')
  if version and entry[2][1] == 'i' then
    return tonumber(version), entry[2][2]
  end
end

-- The position of the feed's last entry, trimmed away or not.
local function head_of(feed)
  if redis.call('EXISTS', feed) == 0 then
    return 0
  end
  local info = redis.call('XINFO', 'STREAM', feed)
  for field = 1, #info, 2 do
    if info[field] == 'last-generated-id' then
      return tonumber(string.match(info[field + 1], '^(%d+)%-0$'))
    end
  end
end

local function append(keys, args)
  local stream, feed, commands, deadlines, archived = keys[1], keys[2], keys[3], keys[4], keys[5]
  local table_id, command, digest, deadline, channel = args[1], args[4], args[5], args[6], args[7]
  local expected, count = tonumber(args[2]), tonumber(args[8])

  local known = redis.call('HGET', commands, command)
  if known then
    local first, last, same = string.match(known, '^(%d+) (%d+) (.*)$')
    if not first then
      return malformed(commands, 'field ' .. command .. ' is not "<first> <last> <digest>"')
    end
    if same ~= digest then
      return {'reused'}
    end
    -- Written anew for the sake of WAIT, which on a connection that wrote nothing answers without waiting.
    redis.call('HSET', commands, command, known)
    return {'seen', first, last}
  end

  local version, event_id = last_point(stream)
  if not version then
    return malformed(stream, 'the last entry is not one of an event')
  end
  if version == 0 then
    local final, final_id = string.match(redis.call('HGET', archived, table_id) or '', '^(%d+) (.*)$')
    if final then
      return {'conflict', final, final_id}
    end
  end
  if version ~= expected or event_id ~= args[3] then
    return {'conflict', text(version), event_id}
  end
  local head = head_of(feed)
  if not head then
    return malformed(feed, 'the last entry id is not "<position>-0"')
  end
  redis.call('ZSCORE', deadlines, table_id) -- fails here, before the first write, if the key is no sorted set

  for number = 1, count do
    local event, data = args[7 + 2 * number], args[8 + 2 * number]
    redis.call('XADD', stream, id(version + number), 'i', event, 'e', data)
    redis.call('XADD', feed, id(head + number), 't', table_id, 'v', text(version + number), 'i', event, 'e', data)
  end
  redis.call('HSET', commands, command, text(version + 1) .. ' ' .. text(version + count) .. ' ' .. digest)
  if deadline == 'clear' then
    redis.call('ZREM', deadlines, table_id)
  elseif deadline ~= 'keep' then
    redis.call('ZADD', deadlines, deadline, table_id)
  end
  redis.call('SPUBLISH', channel, text(head + count))
  return {'appended'}
end

redis.register_function('ludarium_append_DIGEST', append)
