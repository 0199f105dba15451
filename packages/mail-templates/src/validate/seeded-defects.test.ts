import type { InspectEmailRequest } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { inspectEmail } from './inspect-email.ts'
import { defectKinds } from './seeded-defects-fixture.ts'
import { templateShapes } from './template-shapes-fixture.ts'

const base: InspectEmailRequest = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 }

describe('the templates that defects are put into', () => {
  it('are clean themselves', () => {
    for (const template of templateShapes) {
      const found = inspectEmail(template, base).findings.filter(({ severity }) => severity !== 'info')
      expect(found.map(({ code, location }) => [code, location?.line, location?.text])).toEqual([])
    }
  })
})

describe('defects put into templates', () => {
  it('are of at least a hundred kinds', () => {
    expect(new Set(defectKinds.map(({ what }) => what)).size).toBe(defectKinds.length)
    expect(defectKinds.length).toBeGreaterThanOrEqual(100)
    expect(templateShapes.length).toBeGreaterThanOrEqual(10)
  })

  it.each(defectKinds.map((kind) => [kind.code, kind.what, kind] as const))(
    'are found on their line: %s, %s',
    (code, _, kind) => {
      let seeded = 0
      const missed = templateShapes.flatMap((template, index) => {
        const defect = kind.seed(template, index * 7 + 1)
        if (defect === undefined) return []
        seeded += 1
        const { findings } = inspectEmail(defect.template, { ...base, ...defect.request })
        const lines = findings
          .filter((finding) => finding.code === code && finding.location?.field === defect.field)
          .map(({ location }) => location?.line)
        return lines.includes(defect.line)
          ? []
          : [
              {
                shape: index,
                line: defect.line,
                lines,
                all: findings.map((each) => `${each.code}:${each.location?.line}`),
              },
            ]
      })
      expect(seeded).toBeGreaterThanOrEqual(8)
      expect(missed).toEqual([])
    },
  )
})
