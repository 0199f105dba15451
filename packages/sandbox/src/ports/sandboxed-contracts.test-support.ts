/** The contracts of ports whose work is handed on to a runner: child processes, or this one. */
import { clientNormalizerContract } from '@chancery/port-contracts/client-normalizer'
import { clientSourceContract } from '@chancery/port-contracts/client-source'
import { documentGuardContract } from '@chancery/port-contracts/document-guard'
import { documentTemplatesContract } from '@chancery/port-contracts/document-templates'
import { emailTemplatesContract } from '@chancery/port-contracts/email-templates'
import { fieldIdentifierContract } from '@chancery/port-contracts/field-identifier'
import { docxOf } from '@chancery/port-contracts/sample-documents'
import { textExtractorContract } from '@chancery/port-contracts/text-extractor'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { createDocumentGuard } from '@chancery/guard'
import { textOf } from '../../../word/src/testing/docx-builder.ts'
import type { JobRunner } from './job-runner.ts'
import { sandboxedClientNormalizer, sandboxedClientSources } from './sandboxed-client-sources.ts'
import { sandboxedEmailTemplates } from './sandboxed-email-templates.ts'
import { sandboxedExtractor, sandboxedMammoth } from './sandboxed-extractor.ts'
import { sandboxedGuard } from './sandboxed-guard.ts'
import { sandboxedIdentifier } from './sandboxed-identifier.ts'
import { sandboxedTemplates } from './sandboxed-templates.ts'

const settings = { pages: 500, cells: 200_000, documentBytes: 32 * 1024 * 1024, maxMs: 30_000 }
const says = ['Größe', 'naïve', '日本語 𝒳', 'ende']

/** Ports that show all that a runner does: it hands on documents, refusals, cancels, and what a job asks of a service. */
export function runnerContracts(where: string, runner: JobRunner): void {
  textExtractorContract(
    `the extractor ${where}, with docx`,
    () => ({
      extractor: sandboxedExtractor(runner, settings),
      document: vettedForTest(docxOf(says), 'docx'),
      says,
    }),
    { detectsDamage: true },
  )
  clientSourceContract(`csv ${where}`, () => ({
    source: sandboxedClientSources(runner, settings).csv,
    write: (records) =>
      vettedForTest(
        ['Name,Note', ...records.map(({ name, note }) => `${quoted(name)},${quoted(note)}`)].join('\r\n'),
        'csv',
      ),
    columns: { name: 'Name', note: 'Note' },
    damaged: vettedForTest('Name,Note\nAda,x\nAlan,"y', 'csv'),
  }))
  documentGuardContract(`the guard ${where}`, (documentBytes) =>
    // Nothing is small enough to be vetted here.
    sandboxedGuard(runner, createDocumentGuard({ limits: { documentBytes } }), { ...settings, documentBytes }, 0),
  )
}

/** The other ports, whose work is handed on in the same way. */
export function otherContracts(where: string, runner: JobRunner): void {
  textExtractorContract(`the extractor ${where}, with html`, () => ({
    extractor: sandboxedExtractor(runner, settings),
    document: vettedForTest(says.map((text) => `<p>${text}`).join(''), 'html'),
    says,
  }))
  textExtractorContract(
    `mammoth ${where}`,
    () => ({
      extractor: sandboxedMammoth(runner, { ...settings, mammoth: {} }),
      document: vettedForTest(docxOf(says), 'docx'),
      says,
    }),
    { detectsDamage: true },
  )
  documentTemplatesContract(`Word templates ${where}`, () => ({
    templates: sandboxedTemplates(runner, settings),
    make: (...paragraphs) => docxOf(paragraphs),
    read: (bytes) => textOf(bytes).split('\n'),
  }))
  emailTemplatesContract(`e-mail templates ${where}`, () => sandboxedEmailTemplates(runner, settings))
  fieldIdentifierContract(`the rules ${where}`, () => sandboxedIdentifier(runner, settings), { wraps: true })
  clientNormalizerContract(`the client normalizer ${where}`, () => sandboxedClientNormalizer(runner, settings))
}

function quoted(value: string): string {
  return `"${value.replaceAll('"', '""')}"`
}
