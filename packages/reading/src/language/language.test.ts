import { expect, it } from 'vitest'
import { sentences } from '../../../../test/bench/reading/language-sentences.ts'
import { readForTest } from '../reading-for-test.ts'

it('tells at least 99 of 100 sentences of fifty languages by their first forty characters', async () => {
  const written = Object.entries(sentences).flatMap(([language, all]) => all.map((text) => [language, text] as const))
  let right = 0
  for (const [language, text] of written) {
    if ((await readForTest(text.slice(0, 40), 'text')).language === language) right++
  }
  expect(Object.keys(sentences).length).toBeGreaterThanOrEqual(50)
  expect(right / written.length).toBeGreaterThanOrEqual(0.99)
})

it('tells short texts by their script, and nothing of numbers and codes', async () => {
  const language = async (text: string): Promise<string | null> => (await readForTest(text, 'text')).language
  expect(await language('東京都港区')).toBe('zh')
  expect(await language('お問い合わせ')).toBe('ja')
  expect(await language('청구서 번호')).toBe('ko')
  expect(await language('Τιμολόγιο 12')).toBe('el')
  expect(await language('חשבונית')).toBe('he')
  expect(await language('ใบแจ้งหนี้')).toBe('th')
  expect(await language('Объём')).toBe('ru')
  expect(await language('Київ, Україна')).toBe('uk')
  for (const code of ['DE89 3704 0044 0532 0130 00', '2024-02-03 17:55', 'INV-0001/A', '12.00 €', '☃ ☃ ☃ ☃']) {
    expect(await language(code), code).toBeNull()
  }
})

it('gives a mixed document its languages, each block its own, and short blocks none', async () => {
  const [english, russian] = [sentences['en']?.join(' ') ?? '', sentences['ru']?.join(' ') ?? '']
  const { blocks, languages } = await readForTest(`${english}\n\nTotal: 12\n\n${russian}\n`, 'text')
  expect(blocks.map(({ language }) => language)).toEqual(['en', undefined, 'ru'])
  expect(languages.map((each) => each.language).sort()).toEqual(['en', 'ru'])
  expect(languages.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 2)
})
