import { avg, count, extreme, sum } from './list-figures.ts'
import { groupBy, reverse, sort } from './list-order.ts'
import { end, filter, limit, map, unique } from './list-selection.ts'
import { join, list } from './list-texts.ts'

export const listFormatters = [
  join,
  list,
  count,
  sum,
  avg,
  extreme('min', 1),
  extreme('max', -1),
  map,
  end('first', 0),
  end('last', -1),
  sort,
  filter,
  groupBy,
  unique,
  reverse,
  limit,
]
