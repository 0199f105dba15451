import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { expect, it } from 'vitest'
import { dayMarks } from './said-days.ts'

it.each([
  ['La cena del 10 luglio è prenotata per le 20.00.', ['10 luglio', '20.00']],
  ['Wir treffen uns am 3. Mai um 19.30 Uhr.', ['3. Mai', '19.30']],
  ['We meet on 4th of June at 7.15.', ['4th of June', '7.15']],
  ['El 5 de marzo de 2026 pagó 20.00 €.', []],
  ['Il prezzo è di 20.50 a notte, del 3 luglio 2026.', []],
])('%j says days and times', (text, said) => expect(dayMarks(text).map((mark) => mark.text)).toEqual(said))

it.each(['1 ', '10 luglio ', 'le 20.00 ', 'alle ', '1 de '])(
  '%j over and over is read in time that grows linearly',
  (piece) => expectLinearTime(4000, (length) => piece.repeat(length / piece.length), dayMarks),
)
