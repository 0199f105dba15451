/** What others call the signs that compare two values. */
const namesOfSigns: Readonly<Record<string, string>> = {
  '==': 'eq equal equals equalto',
  '!=': 'ne neq notequal notequals',
  '>': 'gt greater greaterthan',
  '>=': 'ge gte',
  '<': 'lt less lessthan',
  '<=': 'le lte',
}

/** The sign that compares two values, by each name that others have for it, in small letters without signs. */
export const comparisonSigns: ReadonlyMap<string, string> = new Map(
  Object.entries(namesOfSigns).flatMap(([sign, names]) =>
    names.split(' ').map((name): [string, string] => [name, sign]),
  ),
)
