import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const elsewhere: Readonly<Record<string, readonly string[]>> = {
  darwin: ['/Applications/LibreOffice.app/Contents/MacOS/soffice'],
  win32: ['C:\\Program Files\\LibreOffice\\program\\soffice.exe'],
}

/** The path of LibreOffice's program: on PATH, or where its installers put it; `undefined` where it is not installed. */
export function findOffice(path = process.env['PATH'] ?? ''): string | undefined {
  const ending = process.platform === 'win32' ? '.exe' : ''
  const named = path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => ['soffice', 'libreoffice'].map((name) => join(folder, name + ending)))
  return [...named, ...(elsewhere[process.platform] ?? [])].find(isProgram)
}

/** Whether a file is there that can be run. */
export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    // A folder may be entered by the same right.
    return statSync(file).isFile()
  } catch {
    return false
  }
}
