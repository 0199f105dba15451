export { createGotenbergConverter, type GotenbergSettings } from './gotenberg/gotenberg-converter.ts'
export { createLibreOfficeConverter, type LibreOfficeSettings } from './libreoffice/libreoffice-converter.ts'
export type { RunningConverter } from './running-converter.ts'
