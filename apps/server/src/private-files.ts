/**
 * What the process, and those that it starts, put into files is for its own user, whoever made the folder: `mkdir` and
 * systemd make one that everybody reads.
 */
export const keepFilesPrivate = (): void => void process.umask(process.umask() | 0o077)
