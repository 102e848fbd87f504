/** Holds every user-facing text in the operator's commands: backup, restore, record, export, vault and venue. */
import { HALT_TEXT } from '../domain/halt-words.ts';
import { shownNameOf } from '../venues/facts.ts';

/** Texts of `carrywire backup`. */
export const BACKUP_TEXTS = {
	keysElsewhere: (source: string) =>
		`The keys are in ${source}, not in a file. Keep a copy of them yourself, and leave out --with-keys.`,
	failed: (reason: string) => `No backup was made, and no files were left behind: ${reason}`,
	diskFull: (message: string) => `the disk is full (${message}).`,
	exists: (path: string) => `${path} already exists; a backup needs a new directory.`,
	noParent: (path: string) => `${path} does not exist. Create it first.`,
	inDataDirectory: (path: string) => `${path} is inside the data directory itself. Choose another place.`,
	ordersOpen: (seconds: number, executionIds: readonly string[]) =>
		`Orders were in flight or a leg was unhedged for ${seconds} s: ${executionIds.join(', ')}. Try again later; carrywire halt stops new orders.`,
	waiting: 'Orders are in flight. Waiting until there are none.',
	noKeyFile: (path: string) => `There is no key file ${path}. Leave out --with-keys.`,
	contents: (
		name: string,
		counts: {
			readonly executions: number;
			readonly open: number;
			readonly events: number;
			readonly users: number;
			readonly accounts: number;
		},
		files: number,
		megabytes: number,
	) =>
		`${name}: ${counts.executions} executions (${counts.open} open) with ${counts.events} events, ${counts.users} users, ${counts.accounts} exchange accounts; ${files} files, ${megabytes} MB, verified.`,
	keysInside:
		'This backup CONTAINS the vault keys. Anyone with it can read the secrets of every exchange account. Protect it like those secrets.',
	keysNotInside:
		'This backup does NOT contain the vault keys. Without them, exchange accounts, alert targets and logins cannot be decrypted. Keep a copy of vault.key (or of the variable that holds the keys) elsewhere.',
	noManifest: (file: string, directory: string) =>
		`There is no ${file} in ${directory}: the directory is not a complete backup.`,
	manifestNotJson: (path: string) => `${path} is not JSON; the backup is damaged.`,
	newerFormat: (format: number, known: number) =>
		`The backup has format ${format}; this program reads format ${known}. Use a newer carrywire.`,
	badManifest: (path: string, where: string) =>
		`${path} has an unknown structure at ${where}; the backup is damaged.`,
	fileMissing: (directory: string, name: string) =>
		`The backup ${directory} lacks ${name}; it is damaged, and nothing was restored.`,
	fileChanged: (directory: string, name: string) =>
		`${name} in the backup ${directory} has changed; the backup is damaged, and nothing was restored.`,
} as const;

/** Texts of `carrywire restore`. */
export const RESTORE_TEXTS = {
	newerVersion: (version: string, schema: number, known: number) =>
		`The backup was made by a newer version (${version}): its schema is ${schema}; this program supports up to ${known}.`,
	keysElsewhere: (source: string) =>
		`The settings keep the keys in ${source}, outside the data directory. Restore with settings whose vault.keyFile is inside it, or copy the keys out of the backup yourself.`,
	simulatorsRun: (dataDir: string, names: readonly string[]) =>
		`Simulated exchanges are running in ${dataDir}: ${names.join(', ')}. Stop them first.`,
	notEmpty: (dataDir: string) =>
		`${dataDir} is not empty. Choose another --data-dir, or use --replace to move the existing files aside; none is deleted.`,
	haltReason: (madeAt: string) => HALT_TEXT.restored({ made: madeAt }).text,
	restored: (dataDir: string, madeAt: string, executions: number, open: number) =>
		`${dataDir} is restored to ${madeAt}: ${executions} executions, ${open} of them open.`,
	moved: (path: string) => `The previous files are now in ${path}.`,
	keysMissing: (path: string) =>
		`The backup has no keys. Put the key file at ${path} with mode 0600 before you start the service.`,
	next: 'The restored data contains nothing that happened after the backup. Trading is halted. Start the service, check the portfolio, then end the halt with carrywire resume. Never run this service at the same time as the one that made the backup.',
} as const;

/** Texts of `carrywire record` and `carrywire record export`. */
export const RECORD_TEXTS = {
	testnet: (names: string) =>
		`Recording the TEST ENVIRONMENTS of ${names}: their prices and rates mean nothing elsewhere. For the real exchanges: carrywire record --mode paper --data-dir DIR.`,
	simulated: (names: string) =>
		`Recording the SIMULATED exchanges ${names}: prices and rates are generated. For the real exchanges: carrywire record --mode paper --data-dir DIR.`,
	real: (names: string) => `Recording public data of the real exchanges ${names}. No key is used.`,
	where: (dataDir: string, recordings: string) =>
		`Settled funding is stored in ${dataDir}; estimates, prices and order books in ${recordings}. Press Ctrl-C to stop.`,
	progress: (progress: {
		readonly time: string;
		readonly estimates: number;
		readonly books: number;
		readonly waiting: number;
		readonly answering: number;
		readonly exchanges: number;
		readonly down: readonly { readonly venue: string; readonly reason: string | null }[];
	}) =>
		`${progress.time} UTC: ${progress.estimates} estimates and ${progress.books} order books recorded; settled funding not yet read for ${progress.waiting} contracts; ${progress.answering} of ${progress.exchanges} exchanges are answering.${progress.down.map(({ venue, reason }) => ` ${shownNameOf(venue)}: ${reason ?? 'no data yet.'}`).join('')}`,
	exists: (path: string) => `${path} already exists. Choose another directory with --to.`,
	unreadable: (path: string, reason: string) => `${path} cannot be read to the end: ${reason}`,
	rows: (path: string, count: number) => `${path}: ${count} rows`,
} as const;

/** Texts about the data directory, the vault, accounts and the control socket. */
export const OPERATOR_TEXTS = {
	noService: (dataDir: string, file: string, canCreate: boolean) =>
		`The data directory ${dataDir} has no ${file}, so no service has run on it. Give the directory of your service with --data-dir${canCreate ? ', or create a new one with --create' : ''}.`,
	dataDirectory: (dataDir: string, isNew: boolean) => `Data directory: ${dataDir}${isNew ? ' (new)' : ''}`,
	rotateEnvironment: (source: string) =>
		`The keys are in ${source}. Put a new key before the current one there, and start the service, which re-encrypts every secret with the new key. Remove the old keys when carrywire vault status counts no secrets under them.`,
	paperAccount: (venue: string, dataDir: string) =>
		`In paper mode, you have no account at ${shownNameOf(venue)}. Paper accounts are stored in the data directory ${dataDir}. Call portfolio_live on the service instead.`,
	noActiveAccount: (userName: string, venue: string) =>
		`The user ${userName} has no active account at ${shownNameOf(venue)}.`,
	noSimulator: (venue: string, dataDir: string) =>
		`No simulated ${shownNameOf(venue)} is running on the data directory ${dataDir}. Start one with carrywire serve or carrywire simulate.`,
	noUser: (userName: string) =>
		`There is no user ${JSON.stringify(userName)}. Create one with carrywire token --user.`,
	noControlAnswer: (path: string, ms: number) =>
		`The service did not answer on ${path} within ${ms / 1_000} s.`,
	controlClosed: (path: string) => `The service closed ${path} without an answer.`,
	controlTooLong: (path: string, bytes: number) => `The answer on ${path} has more than ${bytes} bytes.`,
	liveInOtherMode: (mode: string) =>
		`--live: requires live mode; the mode is ${mode}. Leave out --live, or set mode to live.`,
	liveUnconfirmed: (how: string) =>
		`mode: each start in live mode must be confirmed (LIVE_NOT_CONFIRMED); the settings alone are not enough. ${how}`,
	liveOther: (given: string, value: string, how: string) =>
		`${given}: must list exactly the configured exchanges that the service trades on (LIVE_NOT_CONFIRMED); was ${JSON.stringify(value)}. ${how}`,
	confirmLive: (list: string, variable: string) =>
		`To place real orders, start with --live ${list}, or set ${variable}=${list} in the environment.`,
} as const;
