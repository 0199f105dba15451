import { expect, it } from 'vitest'
import { partedValues } from './parted-values.ts'
import { areForms, baseOfForms } from './word-forms.ts'

it.each([
  [['Mieter', 'Mieterin'], 'Mieter'],
  [['Der Käufer', 'Die Käuferin'], 'Käufer'],
  [['La salariée', 'Le salarié'], 'salarié'],
  [['née', 'né', 'née'], 'né'],
  [['domiciliada', 'domiciliado'], 'domiciliada'],
  [['zwaną', 'zwanym'], 'zwaną'],
  [['his', 'her'], undefined],
  [['He', 'She'], undefined],
])('%j are forms of one word', (values, base) => {
  expect([areForms(values), baseOfForms(values)]).toEqual([true, base])
})

it.each([[['Mario', 'Maria']], [['Ann', 'Anne']], [['Lyon', 'Nancy']], [['rent', 'house']], [['Mieter', 'Mieter']]])(
  '%j are none',
  (values) => {
    expect(areForms(values)).toBe(false)
  },
)

it.each([
  [['Giulia Serra, nata', 'Bruno Galli, nato'], ['Giulia Serra', 'Bruno Galli'], ', ', ['nata', 'nato']],
  [['her 200', 'him 50'], ['her', 'him'], ' ', ['200', '50']],
  [
    ['Frau Anna Berg, Lindenweg 3, 50667 Köln', 'Herrn Karl Otten, Ring 21, 40213 Düsseldorf'],
    ['Frau Anna Berg', 'Herrn Karl Otten'],
    ', ',
    ['Lindenweg 3, 50667 Köln', 'Ring 21, 40213 Düsseldorf'],
  ],
  [
    ['Emma Larch, Director', 'Fiona Muir, Company Secretary'],
    ['Emma Larch', 'Fiona Muir'],
    ', ',
    ['Director', 'Company Secretary'],
  ],
  [['10.30, the Mill Room', '14.00, by video'], ['10.30', '14.00'], ', ', ['the Mill Room', 'by video']],
  [['92041511223, zwaną', '88112004567, zwanym'], ['92041511223', '88112004567'], ', ', ['zwaną', 'zwanym']],
])('%j are two values each', (values, before, separator, after) => {
  expect(partedValues(values)).toEqual({ before, separator, after })
})

it.each([[['Der Mieter', 'Die Mieterin']], [['12 hours', '1 hour']], [['Ann Lee, Cy Fox', 'Bo Ray, Di Orr']]])(
  '%j are one value each',
  (values) => {
    expect(partedValues(values)).toBeUndefined()
  },
)
