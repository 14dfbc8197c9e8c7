#!lua name=ludarium_read_swap_DIGEST
-- Puts a rebuilt read model in the place of the live one, once it has come as far.
--
-- KEYS  1-5 cursor, points, rows, index, parked of the rebuilt model   6-10 the same of the live one
-- ARGV  1 expected cursor of the rebuilt model   2 '1' to swap even if the live one is further
--       3 news channel   4 news
--
-- Answers 'swapped', 'behind' when the live model is further, 'gone' when the rebuilt model is another one.

local function position(cursor)
  return tonumber(string.match(cursor or '0', '^%d+'))
end

local function swap(keys, args)
  local rebuilt = redis.call('GET', keys[1])
  if rebuilt ~= args[1] then
    return 'gone'
  end
  if args[2] ~= '1' and position(rebuilt) < position(redis.call('GET', keys[6])) then
    return 'behind'
  end
  for number = 1, 5 do
    redis.call('UNLINK', keys[5 + number])
    if redis.call('EXISTS', keys[number]) == 1 then
      redis.call('PERSIST', keys[number])
      redis.call('RENAME', keys[number], keys[5 + number])
    end
  end
  redis.call('SPUBLISH', args[3], args[4])
  return 'swapped'
end

redis.register_function('ludarium_read_swap_DIGEST', swap)
