#!lua name=ludarium_read_rows_DIGEST
-- Reads rows with the points they have come to, as they stood at one moment.
--
-- KEYS  1 points   2 rows
-- ARGV  table ids
--
-- Answers point and row of each table in turn, false for what is not there.

local function rows(keys, args)
  local answer = {}
  for number, table_id in ipairs(args) do
    answer[2 * number - 1] = redis.call('HGET', keys[1], table_id)
    answer[2 * number] = redis.call('HGET', keys[2], table_id)
  end
  return answer
end

redis.register_function{
  function_name = 'ludarium_read_rows_DIGEST', callback = rows, flags = {'no-writes'}
}
