import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { misfit, valueTokens } from './css-grammar.ts'

describe('values of properties by their grammar', () => {
  it.each([
    ['margin', '0 auto'],
    ['font', 'italic small-caps 700 16px/1.5 "Open Sans", Arial, sans-serif'],
    ['font', '0/0 a'],
    ['border', 'solid #cccccc 1px'],
    ['border-radius', '4px 4px 0 0 / 2px'],
    ['background', '#ffffff url("https://firm.de/a.png") no-repeat center / cover'],
    ['background', 'linear-gradient(90deg, rgb(0, 0, 0), #fff), white'],
    ['background-position', 'right 10px bottom 5px'],
    ['box-shadow', 'inset 0 1px 2px rgba(0, 0, 0, .2), 0 0 4px black'],
    ['text-decoration', 'underline dotted #333333 1px'],
    ['list-style', 'square inside none'],
    ['flex', '1 1 0%'],
    ['transform', 'translate(10px, calc(1px + 2%)) rotate(3deg)'],
    ['text-indent', 'hanging 1em'],
    ['width', 'calc(100% - 20px)'],
    ['width', 'var(--wide)'],
    ['width', '-webkit-fill-available'],
    ['color-scheme', 'inherit'],
    ['zoom', 'whatever'],
  ])('%s: %s', (name, value) => {
    expect(misfit(name, value)).toBeUndefined()
  })

  it.each([
    ['justify-content', 'centre', 'centre'],
    ['margin', '#333333', '#333333'],
    ['border-radius', '1px 2px 3px 4px 5px', '1px 2px 3px 4px 5px'],
    ['outline', 'solid dotted red', 'solid dotted red'],
    ['text-shadow', 'red', 'red'],
    ['padding', '1px, 2px', '1px, 2px'],
    ['width', '10px 20px', '10px 20px'],
    ['box-shadow', '0 2px 4px grren', 'grren'],
    ['background', '#ffffff none grey', '#ffffff none grey'],
  ])('not %s: %s', (name, value, word) => {
    expect(misfit(name, value)?.word).toBe(word)
  })

  it('leaves alone what cannot be read', () => {
    expect(valueTokens('url(a')).toBeUndefined()
    expect(valueTokens('a "b')).toBeUndefined()
    expect(misfit('margin', '1px '.repeat(100))).toBeUndefined()
  })

  it.each(['(', 'a(', '"', '1px ', '1px/', 'none,', 'red '])('are matched in linear time: %s', async (words) => {
    await expectLinearTime(
      2000,
      (size) => words.repeat(size),
      (value) => misfit('background', value),
    )
  })
})
