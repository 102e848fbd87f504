/** Holds the texts about the data directory and its database, for operators and logs. */
import { instantText } from '../domain/figure-text.ts';

/** Refusals of a data directory, and the description of the process that uses it. */
export const DIRECTORY_TEXT = {
	held: (dataDir: string, holder: string) =>
		`The data directory ${dataDir} is in use by another service: ${holder}. Stop it, or choose another --data-dir.`,
	service: (pid: number, address: string, startedAt: string) =>
		`process ${pid}, listening on ${address} since ${instantText(Date.parse(startedAt))}`,
	recorder: (pid: number, startedAt: string) =>
		`process ${pid}, recording since ${instantText(Date.parse(startedAt))}`,
	unknownHolder: 'an unknown process',
	otherMode: (dataDir: string, held: string, wanted: string) =>
		`The data directory ${dataDir} belongs to ${held} mode and cannot be used in ${wanted} mode: simulated, paper, testnet and real money never share a directory. Choose another --data-dir, or --mode ${held}.`,
	credentialsMode: (path: string, mode: string) =>
		`The credentials file ${path} must be readable by its owner only (0600); its mode is ${mode}. Run: chmod 600 ${path}`,
	credentialsNotJson: (path: string) => `The credentials file ${path} is not JSON.`,
	runFileNotJson: (path: string) => `${path} must be JSON. Delete it and start again.`,
	runFileForm: (path: string) => `${path} has an unknown structure. Delete it and start again.`,
	wasOpen: 'Other users of this machine could read the data directory. Now only its owner can.',
	isOpen: (dataDir: string) =>
		`Other users of this machine can enter the data directory. Run: chmod 700 ${dataDir}`,
} as const;

/** Refusals of a database. */
export const DATABASE_TEXT = {
	absent: (file: string, dataDir: string) =>
		`There is no ${file} in ${dataDir}, so no service has run there. Run carrywire serve, or choose another --data-dir.`,
	olderSchema: (path: string, was: number, needed: number) =>
		`The schema of ${path} is version ${was}; this program needs version ${needed}. Run carrywire serve once to upgrade it.`,
	newerSchema: (path: string, was: number, known: number, compatibleFrom: number) =>
		`The schema of ${path} is version ${was}, written by a newer version of carrywire. This one supports version ${known}, but the database needs at least version ${compatibleFrom}. Run the newer carrywire, or restore a backup from before its first start.`,
	otherMigration: (
		id: number,
		path: string,
		applied: { readonly name: string; readonly checksum: string },
		own: { readonly name: string; readonly checksum: string },
	) =>
		`Migration ${id} of ${path} was "${applied.name}" with checksum ${applied.checksum.slice(0, 12)}; in this program it is "${own.name}" with checksum ${own.checksum.slice(0, 12)}. An applied migration must not change. Run the version of carrywire that wrote the data, or reinstall this one.`,
	dataDirectory: 'the data directory',
	postgres: 'the PostgreSQL database',
	nothingToExport: (path: string) =>
		`There is nothing to export: ${path} does not exist. Has a service ever run on this data directory?`,
	olderVersion: (path: string) =>
		`${path} was written by an older version. Start the service once to upgrade it.`,
	damaged: (path: string, fault: string) => `The database ${path} is damaged: ${fault}.`,
	missingRows: (path: string) => `The database ${path} contains references to rows that do not exist.`,
	notWritten: (record: string, cause: string) => `The journal could not be written (${record}): ${cause}`,
	/** Why PostgreSQL refused a write, by its outcome. */
	refused: {
		moved: 'another process serves this user now',
		expired: 'the lease of this process has ended, so another process may serve this user',
		stopped: 'a kill switch or a stop came first',
		length: 'the stream has another number of events than the writer expected',
		claimed: 'the idempotency key was used before',
	},
	otherLength: (was: number, expected: number) =>
		`the stream has ${was} events, but the writer expected ${expected}`,
	duplicateAccount: 'This exchange account is already connected.',
} as const;

/** Log lines about recordings. */
export const RECORDING_LOG = {
	behind: (charsMax: number) => `The disk fell behind by more than ${charsMax} characters.`,
	resumed: 'The recording has resumed.',
	endNotWritten: 'The end of a recording could not be written.',
	paused: 'The recording is paused; the service continues.',
	dropped: 'The oldest recording was deleted.',
} as const;
