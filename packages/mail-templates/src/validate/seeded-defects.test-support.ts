import type { InspectEmailRequest } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { adviceCodes } from './advice.ts'
import { inspectEmail } from './inspect-email.ts'
import { defectKinds } from './seeded-defects-fixture.ts'
import { templateShapes } from './template-shapes-fixture.ts'

const base: InspectEmailRequest = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 }

/**
 * Each kind of defect, put into templates of those that have a place for it.
 * @param templatesOfKind how many of them, each time others
 */
export function seededDefects(templatesOfKind: number): void {
  describe('the templates that defects are put into', () => {
    it('are clean themselves', () => {
      for (const template of templateShapes) {
        const found = inspectEmail(template, base).findings.filter(({ severity }) => severity !== 'info')
        expect(found.map(({ code, location }) => [code, location?.line, location?.text])).toEqual([])
      }
    })
  })

  describe('defects put into templates', () => {
    const tally = { seeded: 0, found: 0, onLine: 0 }

    it('are of every kind that there is advice on', () => {
      expect(new Set(defectKinds.map(({ what }) => what)).size).toBe(defectKinds.length)
      const seeded = new Set(defectKinds.map(({ code }) => code))
      expect(adviceCodes.filter((code) => !seeded.has(code))).toEqual([])
      expect(seeded.size).toBeGreaterThanOrEqual(100)
      expect(templateShapes.length).toBeGreaterThanOrEqual(10)
    })

    it.each(defectKinds.map((kind, number) => [kind.code, kind.what, kind, number] as const))(
      'are found on their line: %s, %s',
      (code, _, kind, number) => {
        const defects = templateShapes
          .map((_template, index) => (index + number) % templateShapes.length)
          .flatMap((index) => {
            const defect = kind.seed(templateShapes[index] ?? { subject: '' }, index * 7 + 1)
            return defect === undefined ? [] : [{ index, ...defect }]
          })
          .slice(0, templatesOfKind)
        const missed = defects.flatMap(({ index, template, field, line, request }) => {
          const { findings } = inspectEmail(template, { ...base, ...request })
          const lines = findings
            .filter((finding) => finding.code === code && finding.location?.field === field)
            .map(({ location }) => location?.line)
          tally.seeded += 1
          if (lines.length > 0) tally.found += 1
          if (lines.includes(line)) tally.onLine += 1
          const all = findings.map((each) => `${each.code}:${each.location?.line}`)
          return lines.includes(line) ? [] : [{ shape: index, line, lines, all }]
        })
        expect(defects).toHaveLength(templatesOfKind)
        expect(missed).toEqual([])
      },
    )

    it('are found nearly always (98 %), and on their line (99 %)', () => {
      expect(tally.seeded).toBe(defectKinds.length * templatesOfKind)
      expect(tally.found / tally.seeded).toBeGreaterThanOrEqual(0.98)
      expect(tally.onLine / tally.found).toBeGreaterThanOrEqual(0.99)
    })
  })
}
