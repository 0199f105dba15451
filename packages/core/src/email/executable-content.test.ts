import { describe, expect, it } from 'vitest'
import type { DocumentType } from '../model/document-type.ts'
import { isExecutableContent, isExecutableName, isHiddenName, isOtherArchive, runsInZip } from './executable-content.ts'

const bytes = (...values: readonly number[]) => Uint8Array.from([...values, ...Array(600).fill(0)])
const text = (content: string) => new TextEncoder().encode(content)

/** A compound file whose first directory entry, in sector 2, has a class. */
function compoundFile(firstClassByte: number): Uint8Array {
  const file = new Uint8Array(4096)
  file.set([0xd0, 0xcf, 0x11, 0xe0])
  file[30] = 9
  file[48] = 2
  file.set([firstClassByte, 0x10, 0x0c, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0x46], 3 * 512 + 80)
  return file
}

const iso = new Uint8Array(0x9000)
iso.set(text('CD001'), 0x8001)
const dmg = new Uint8Array(2048)
dmg.set(text('koly'), 2048 - 512)

/** A program of Windows (PE) that something else comes after, whose own signs are in it too. */
function programBefore(after: Uint8Array): Uint8Array {
  const program = bytes(0x4d, 0x5a)
  program[60] = 0x80
  program.set(text('PE\0\0'), 0x80)
  return Uint8Array.from([...program, ...after])
}

describe('what runs', () => {
  it.each([
    'a.exe',
    'a.PDF.Exe',
    'a.exe.',
    'a.exe . ',
    'invoice\u202efdp.scr',
    'a.js',
    'a.lnk',
    'a.iso',
    'a.ps1',
    'a.jar',
    'a.appref-ms',
    'a.search-ms',
    'a.PYZ',
    'a.inetloc',
  ])('by its name: %j', (name) => expect(isExecutableName(name)).toBe(true))

  it('not what firms send each day, of which Outlook hides some', () => {
    const daily =
      'zip msg eml ics vcf rtf csv xml json p7m p7s pfx p12 dwg dxf odt docm xlsm pptm dotm xlsb tif heic mp3 mp4 htm html svg sh txt md log sql asc gpg xps vsdx mpp one numbers pages'
    expect(daily.split(' ').filter((ending) => isExecutableName(`a.${ending}`) || isHiddenName(`a.${ending}`))).toEqual(
      [],
    )
    for (const name of ['a.cer', 'a.PST ', 'a.mdb'])
      expect([isExecutableName(name), isHiddenName(name)]).toEqual([false, true])
  })

  it.each(['a.pdf', 'exe', 'a.exe.pdf', 'a.json', 'a.com.txt', 'js', 'a.docx', 'letter to a.example'])(
    'not by the name %j',
    (name) => expect(isExecutableName(name)).toBe(false),
  )

  it.each<readonly [string, Uint8Array, DocumentType]>([
    ['a program of Windows', bytes(0x4d, 0x5a, 0x90), 'unknown'],
    ['of Linux', bytes(0x7f, 0x45, 0x4c, 0x46), 'unknown'],
    ['of a Mac', bytes(0xcf, 0xfa, 0xed, 0xfe), 'unknown'],
    ['of Java', bytes(0xca, 0xfe, 0xba, 0xbe), 'unknown'],
    ['a shortcut', bytes(0x4c, 0, 0, 0, 1, 0x14, 2, 0), 'unknown'],
    ['a cabinet', text('MSCF\0\0\0\0'), 'unknown'],
    ['an installer', compoundFile(0x84), 'unknown'],
    ['an image of a disk', iso, 'unknown'],
    ['one of Apple', dmg, 'unknown'],
    ['a script', text('#!/bin/sh\nrm -rf ~\n'), 'text'],
    ['a script with a space', text('#! /usr/bin/env python\n'), 'text'],
    ['a script behind a byte order mark', text('\uFEFF#!/bin/sh\n'), 'text'],
    ['a zip that unpacks itself', programBefore(text('PK\u0003\u0004')), 'zip'],
    ['a program that is a PDF too', programBefore(text('%PDF-1.4')), 'pdf'],
    ['a program of Linux that is a PDF too', bytes(0x7f, 0x45, 0x4c, 0x46), 'pdf'],
  ])('by its bytes, whatever it is called: %s', (_name, content, type) =>
    expect(isExecutableContent(content, type)).toBe(true),
  )

  it.each<readonly [string, Uint8Array, DocumentType]>([
    ['a text about MZ', text('MZ stands for Mark Zbikowski.'), 'text'],
    ['a heading', text('#! and the rest'), 'text'],
    ['another compound file', compoundFile(0x85), 'unknown'],
    ['a short one', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0]), 'unknown'],
    ['a broken zip', bytes(0x50, 0x4b, 1, 2), 'zip'],
    ['an empty one', new Uint8Array(), 'zip'],
    ['a PDF that begins so', bytes(0x4d, 0x5a), 'pdf'],
    ['a table whose column is called so', text('dex\none\n'), 'csv'],
    ['another', text('MSCF;a\n1;2\n'), 'csv'],
    ['a short zip that begins so', text('MZPK'), 'zip'],
    ['anything else', bytes(1, 2, 3), 'unknown'],
    ['nothing', new Uint8Array(), 'unknown'],
  ])('not %s', (_name, content, type) => expect(isExecutableContent(content, type)).toBe(false))

  it.each<readonly [string, Uint8Array, boolean]>([
    ['RAR', text('Rar!\u001a\u0007\u0001\0'), true],
    ['7z', bytes(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c), true],
    ['gzip', bytes(0x1f, 0x8b, 8), true],
    ['bzip2', text('BZh9'), true],
    ['xz', bytes(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0), true],
    ['zstd', bytes(0x28, 0xb5, 0x2f, 0xfd), true],
    ['winmail.dat', bytes(0x78, 0x9f, 0x3e, 0x22, 1, 0), true],
    ['tar', text(`${'a'.repeat(257)}ustar`), true],
    ['none', bytes(0x1f, 0x8b, 7), false],
    ['nothing', new Uint8Array(), false],
  ])('an archive whose files nobody can name: %s', (_name, content, is) => expect(isOtherArchive(content)).toBe(is))

  it.each([
    ['a/setup.EXE', true],
    ['META-INF/MANIFEST.MF', true],
    ['AndroidManifest.xml', true],
    ['b/META-INF/MANIFEST.MF', false],
    ['b/c.docx', false],
  ])('in a zip: %s', (name, runs) => expect(runsInZip(name)).toBe(runs))
})
