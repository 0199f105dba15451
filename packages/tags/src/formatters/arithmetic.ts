import { asNumber, decimalOf, negated, productOf, quotientOf, roundTo, sumOf } from './decimal.ts'
import { type Formatter, type FormatterArgument, wholeNumber } from './formatter.ts'
import { numeric } from './numbers.ts'

const operand: FormatterArgument = {
  name: 'number',
  kind: 'any',
  sample: 2,
  fault: (value) => (/^\s*[+-]?\d{1,100}(?:\.\d{1,100})?\s*$/.test(String(value)) ? undefined : 'Must be a number.'),
}
const places: FormatterArgument = {
  name: 'digits',
  kind: 'number',
  optional: true,
  sample: 2,
  fault: wholeNumber(0, 20),
}

const arithmetic = (
  name: string,
  summary: string,
  example: string,
  args: readonly FormatterArgument[],
  calculate: (value: string, args: readonly (string | number)[]) => string,
): Formatter => ({
  name,
  summary,
  example,
  takes: 'number',
  gives: 'number',
  args,
  schema: numeric,
  format: (value, given) => asNumber(calculate(decimalOf(value, name), given)),
})

const by =
  (name: string, calculate: (left: string, right: string) => string) =>
  (value: string, [other = 0]: readonly (string | number)[]): string =>
    calculate(value, decimalOf(other, name))

const divide = arithmetic(
  'divide',
  'The quotient, to 20 decimals; the same as {a / b}.',
  '{total | divide:12 | currency}',
  [{ ...operand, fault: (value) => (Number(value) === 0 ? 'Must not be 0.' : operand.fault?.(value)) }],
  by('divide', (a, b) => quotientOf(a, b)),
)

export const arithmeticFormatters = [
  arithmetic(
    'round',
    'Rounded to so many decimals (none unless said), halves away from zero.',
    '{area | round:1}',
    [places],
    (value, [digits = 0]) => roundTo(value, Number(digits)),
  ),
  arithmetic(
    'floor',
    'The next lower whole number, or to so many decimals.',
    '{hours | floor}',
    [places],
    (value, [digits = 0]) => roundTo(value, Number(digits), 'down'),
  ),
  arithmetic(
    'ceil',
    'The next higher whole number, or to so many decimals.',
    '{hours | ceil}',
    [places],
    (value, [digits = 0]) => roundTo(value, Number(digits), 'up'),
  ),
  arithmetic('abs', 'Without its sign.', '{balance | abs}', [], (value) => sumOf([value.replace(/^-/, '')])),
  arithmetic(
    'add',
    'The sum; the same as {a + b}.',
    '{net | add:tax}',
    [operand],
    by('add', (a, b) => sumOf([a, b])),
  ),
  arithmetic(
    'subtract',
    'The difference; the same as {a - b}.',
    '{gross | subtract:discount}',
    [operand],
    by('subtract', (a, b) => sumOf([a, negated(b)])),
  ),
  arithmetic(
    'multiply',
    'The product, exact; the same as {a * b}.',
    '{net | multiply:1.19}',
    [operand],
    by('multiply', productOf),
  ),
  divide,
]
