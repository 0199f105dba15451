import { expect, it } from 'vitest'
import { readForTest } from '../reading-for-test.ts'

const read = async (...body: readonly string[]): Promise<readonly (readonly [string, number | undefined])[]> => {
  const { blocks, text } = await readForTest(['From: a@example.com', '', ...body].join('\r\n'), 'eml')
  return blocks.slice(1).map(({ span, quote }) => [text.slice(span.start, span.end), quote])
}

it('reads what a mail quotes as quotes, as deep as they are', async () => {
  expect(
    await read(
      'Yes.',
      '',
      'Petra wrote:',
      '> Hello,',
      '>',
      '> please bring:',
      '>',
      '> - the key',
      '> - the card',
      '>> It sticks.',
      '> > Since May.',
      '> Petra',
      'Tilda',
    ),
  ).toEqual([
    ['Yes.', undefined],
    ['Petra wrote:', undefined],
    ['Hello,', 1],
    ['please bring:', 1],
    ['- the key', 1],
    ['- the card', 1],
    ['It sticks.\nSince May.', 2],
    ['Petra', 1],
    ['Tilda', undefined],
  ])
})

it('leaves signs that quote nothing', async () => {
  expect(await read('Discount:', '> 5 % from ten on', 'Thanks')).toEqual([
    ['Discount:\n> 5 % from ten on\nThanks', undefined],
  ])
  expect(await read('>From here on it rains.', 'a -> b > c')).toEqual([
    ['>From here on it rains.\na -> b > c', undefined],
  ])
  expect(await read('Hi', '> when?', 'Now.')).toEqual([
    ['Hi', undefined],
    ['when?', 1],
    ['Now.', undefined],
  ])
})

it('takes older messages below a line that says so for quotes', async () => {
  const older = ['-----Original Message-----', 'From: Bill', 'Hello,', '', '> Any news?']
  expect(await read('See below.', '', ...older, '----- Ursprüngliche Nachricht -----', 'Von: Mia')).toEqual([
    ['See below.', undefined],
    ['-----Original Message-----', undefined],
    ['From: Bill\nHello,', 1],
    ['Any news?', 2],
    ['----- Ursprüngliche Nachricht -----', 1],
    ['Von: Mia', 2],
  ])
})
