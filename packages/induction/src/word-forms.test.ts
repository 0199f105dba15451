import { expect, it } from 'vitest'
import { partedValues } from './parted-values.ts'
import { areForms, baseOfForms } from './word-forms.ts'

it.each([
  [['Mieter', 'Mieterin'], 'Mieter'],
  [['Der Käufer', 'Die Käuferin'], 'Käufer'],
  [['La salariée', 'Le salarié'], 'salarié'],
  [['née', 'né', 'née'], 'né'],
  [['domiciliada', 'domiciliado'], 'domiciliada'],
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
])('%j are two values each', (values, before, separator, after) => {
  expect(partedValues(values)).toEqual({ before, separator, after })
})

it.each([[['Der Mieter', 'Die Mieterin']], [['12 hours', '1 hour']], [['Ann Lee, Leeds', 'Bo Ray, York']]])(
  '%j are one value each',
  (values) => {
    expect(partedValues(values)).toBeUndefined()
  },
)
