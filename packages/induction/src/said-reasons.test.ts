import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { expect, it } from 'vitest'
import { reasonMarks } from './said-reasons.ts'

it.each([
  ['Grund der Kündigung ist ein Umzug nach Oldenburg.', 'ein Umzug nach Oldenburg'],
  ['The reason for the delay is a broken lift. We are sorry.', 'a broken lift'],
  ['Le motif de la résiliation est un déménagement à Lyon', 'un déménagement à Lyon'],
  ['El motivo de la baja es un traslado a Soria.', 'un traslado a Soria'],
  ['La ragione del recesso è un trasferimento a Bari.', 'un trasferimento a Bari'],
  ['De reden van de opzegging is een verhuizing naar Assen.', 'een verhuizing naar Assen'],
])('%j says a reason', (text, said) => expect(reasonMarks(text).map((mark) => mark.text)).toEqual([said]))

it.each(['Die Ware ist gut.', 'We will tell you the reason.', 'Der Grund: siehe oben. Das ist alles.'])(
  '%j says none',
  (text) => expect(reasonMarks(text)).toEqual([]),
)

it.each(['Grund der Sache ist ', 'Grund ist ein Fall, ', 'Grund ist a', 'Grund ', 'ist '])(
  '%j over and over is read in time that grows linearly',
  (piece) => expectLinearTime(4000, (length) => piece.repeat(length / piece.length), reasonMarks),
)
