import { expect, it } from 'vitest'
import { sectionNumber } from './section-number.ts'

it.each([
  ['5.1 Hyper Parameter Optimization', 2, 4],
  ['1. Scope', 1, 3],
  ['IV. Terms', 1, 4],
  ['§ 12 Kündigung', 1, 5],
  ['Article 5 – Fees', 1, 12],
  ['Приложение 2 Цена', 1, 13],
] as const)('%s is numbered', (text, depth, length) => expect(sectionNumber(text)).toEqual({ depth, length }))

it.each(['12 months of rent', 'i. a small point', 'In the year', 'Section of the report'])('%s is not', (text) =>
  expect(sectionNumber(text)).toBeUndefined(),
)
