import { describe, expect, it } from 'vitest'
import { inductionUntil } from './lines-fixture.ts'

const induce = inductionUntil(new AbortController().signal)

/** What the fields of a template have in its first sample, which is filled again as it was. */
async function valuesOf(...texts: readonly string[]): Promise<readonly unknown[]> {
  const { samples } = await induce(texts)
  expect(samples.every(({ exact }) => exact)).toBe(true)
  return Object.values(samples[0]?.data ?? {})
}

describe('half of a value that all samples share by chance', () => {
  it('is the family name of people with a title', async () => {
    expect(
      await valuesOf(
        'Votre dossier est suivi par Maître Paul Aubert, avocat.\nNous restons à votre écoute.',
        'Votre dossier est suivi par Maître Anne-Lise Aubert, avocat.\nNous restons à votre écoute.',
        'Votre dossier est suivi par Maître Jean Aubert, avocat.\nNous restons à votre écoute.',
      ),
    ).toEqual(['Paul Aubert'])
  })

  it('is the given name before a family name', async () => {
    expect(
      await valuesOf(
        'Ihre Ansprechpartnerin ist Frau Anna Moll.\nSie erreichen uns täglich.',
        'Ihre Ansprechpartnerin ist Frau Anna Kern.\nSie erreichen uns täglich.',
        'Ihre Ansprechpartnerin ist Frau Anna Benz.\nSie erreichen uns täglich.',
      ),
    ).toEqual(['Anna Moll'])
  })

  it('is no noun behind a name', async () => {
    expect(
      await valuesOf(
        'Wir haben Frau Moll Unterlagen über den Kurs gesandt.',
        'Wir haben Frau Kern Unterlagen über den Kurs gesandt.',
        'Wir haben Frau Benz Unterlagen über den Kurs gesandt.',
      ),
    ).toEqual(['Moll'])
  })

  it('is the beginning of a number', async () => {
    expect(
      await valuesOf(
        'Your policy 1A 204 118 44 begins soon.\nRegistered under 918 334 551 in Oslo.',
        'Your policy 1A 204 118 61 begins soon.\nRegistered under 918 334 207 in Oslo.',
        'Your policy 1A 204 118 93 begins soon.\nRegistered under 918 334 846 in Oslo.',
      ),
    ).toEqual(['1A 204 118 44', '918 334 551'])
  })

  it('is what joins two nouns to one phrase', async () => {
    expect(
      await valuesOf(
        'Wij bieden u aan: aanleg van een terras.\nEsame presso Clinica Alba di Novara.\nHandled by Ann Lee of Brook Ltd.',
        'Wij bieden u aan: snoeien van de heg.\nEsame presso Studio Valli di Parma.\nHandled by Bo Ray of Stone plc.',
        'Wij bieden u aan: vernieuwen van het schoolplein.\nEsame presso Centro Moro di Asti.\nHandled by Cy Fox of Hill Ltd.',
      ),
    ).toEqual(['aanleg van een terras', 'Clinica Alba di Novara', 'Ann Lee', 'Brook Ltd'])
  })
})
