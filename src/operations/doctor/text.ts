/**
 * Holds every text of `carrywire doctor`, without full stops: `said` is the finding, `todo` is what to do about it.
 */
import type { Decimal } from '../../domain/decimal.ts';
import { coinsText, instantText } from '../../domain/figure-text.ts';
import { shownNameOf } from '../../venues/facts.ts';

/** Remedies for findings. */
export const REMEDIES = {
	runAgain: 'fix this, then run the doctor again',
	fixConfiguration: 'see docs/configuration.md',
	serveRefuses: 'serve does not start until this is fixed',
	removeRedirect: 'remove transport.redirect to use the real exchanges',
	repair: 'stop the service, keep a copy of the directory, and restore the last good copy of the database',
	chooseMode: (mode: string) => `choose another --data-dir, or --mode ${mode}`,
	seePortfolio: 'see portfolio_live',
	proveOrders: 'start the service, which queries them until their state is known',
	seeHalts: 'carrywire halts lists all kill switches; carrywire resume ends one',
	cancelProbe: 'start the service, which cancels it, or check the open orders at the exchange',
	reconnect: 'connect the account again',
	reconnectOrNetwork: 'connect it again with a valid key, or see the network findings',
	restoreKeys: (source: string) =>
		`restore ${source} from a copy; without the keys, no encrypted secret can be read`,
	fixSelfCheck: 'fix this, then call check_exchange_account',
	seeVenues: 'check the venues setting and the network findings',
	warningOnly: 'this does not block trading',
	fixThis: 'fix this',
	installNode: (major: number) => `install Node ${major}, or run npm install, which includes it`,
	otherDirectoryOrRights: 'choose another --data-dir, or give this user write access',
	otherDirectory: 'choose another --data-dir',
	chmod: (path: string) => `chmod 700 ${path}`,
	freeDisk: 'free disk space, or raise the disk quota of this user',
	rightsOrOtherDirectory: 'give this user write access, or choose another --data-dir',
	freeDiskNow: 'free disk space; without a writable journal, the service cannot open or close anything',
	freeDiskSoon: 'free disk space soon, or lower record.maxMb',
	deleteRunFile: 'delete it, then restart the service if it is running',
	restartService: 'start it again; it resumes the open executions',
	freePort: 'stop that program, or choose another --port',
	restartHung: 'check the service log; if the service hangs, stop it and start it again',
	checkLog: 'check the service log',
	seeNetwork: 'see the network and exchange findings',
	checkDns: 'check the DNS settings of this machine',
	checkNetwork: 'check the network, the firewall, and whether the exchange serves this country',
	optional: (todo: string) => `${todo}; trading does not depend on it`,
	whenQuiet: 'run the doctor again when the network is quiet',
	setClock: 'synchronize the clock of this machine with NTP',
	exchangeDown: 'see the network findings; the exchange may be down',
	noPrices: 'the exchange sends no prices; wait, or check its status page',
	checkStatusPage: 'check its status page',
	checkProxy: 'check whether a firewall or proxy blocks WebSockets',
	maintenance: 'the service opens no positions there during the maintenance',
	newChatToken: 'see docs/chat.md for the tokens, and set the variable to a valid one',
	noWebhook: 'call deleteWebhook of the Bot API, or use a bot of its own for Carrywire',
	checkNetworkOfChat: 'check the network and the firewall; trading does not depend on chats',
} as const;

/** Findings about the chat bots. */
export const CHAT_TEXTS = {
	telegram: (name: string) => `the Telegram bot @${name} accepts its token`,
	slack: (setting: string) => `Slack accepts the token of ${setting}`,
	webhook: 'a webhook is set for the Telegram bot, so the service cannot read its messages',
	refused: (platform: string, setting: string, reason: string) =>
		`${platform} does not accept the token of ${setting}: ${reason}`,
	unreachable: (platform: string, reason: string) => `${platform} cannot be reached: ${reason}`,
} as const;

/** Findings about configuration, machine, data directory and service. */
export const MACHINE_TEXTS = {
	skipped: 'the other checks need a valid configuration and were skipped',
	notChecked: (reason: string) => `could not be checked: ${reason}`,
	readFrom: (path: string) => `read from ${path}`,
	noFile: (path: string) => `there is no ${path}; flags, environment variables and defaults apply`,
	needsLive: (mode: string, exchanges: string) => `${mode}; each start also needs --live ${exchanges}`,
	simulatorsOff: 'the simulated exchanges are not running; they start with the service',
	node: (version: string) => `Node ${version}`,
	nodeOld: (version: string, major: number) => `Node is ${version}; ${major} or newer is required`,
	noDirectory: (path: string) => `${path} does not exist yet; the first start creates it`,
	cannotCreate: (path: string, parent: string) => `${path} does not exist and cannot be created in ${parent}`,
	notDirectory: (path: string) => `${path} is not a directory`,
	openToOthers: (path: string, mode: string) => `other users can access ${path}; its mode is ${mode}`,
	writable: (path: string) => `${path} is writable`,
	notWritable: (path: string, reason: string) => `${path} is not writable: ${reason}`,
	free: (freeMb: number) => `${freeMb} MB are free`,
	freeFor: (freeMb: number, path: string) => `${freeMb} MB are free for ${path}`,
	freeTooLittle: (freeMb: number, path: string, minMb: number) =>
		`${freeMb} MB are free for ${path}; ${minMb} MB are required`,
	serviceDied: (pid: number) => `the service (process ${pid}) stopped unexpectedly`,
	noService: 'no service runs on this data directory',
	heldBy: (holder: string) => `the data directory is in use by ${holder}`,
	anyPort: 'the service uses any free port',
	portFree: (host: string, port: number) => `port ${port} of ${host} is free`,
	noAnswer: (url: string, reason: string) => `${url} did not answer: ${reason}`,
	answers: (url: string, isRehearsal: boolean) =>
		`${url} answers${isRehearsal ? ' (a rehearsal, no real money)' : ''}`,
	ready: 'the service is ready',
	notReady: (reason: string) => `the service is not ready: ${reason}`,
	timeout: (ms: number) => `no answer within ${ms} ms`,
	summary: (okCount: number, warnCount: number, failCount: number) =>
		`${okCount} ok, ${warnCount} ${warnCount === 1 ? 'warning' : 'warnings'}, ${failCount} failed.`,
} as const;

/** Findings about the database and the vault. */
export const STORE_TEXTS = {
	noDatabase: 'there is none yet; the first start creates it',
	damaged: (file: string, reason: string) => `${file} is damaged: ${reason}`,
	sound: (file: string) => `${file} is intact and has the schema of this program`,
	ofMode: (mode: string | undefined) =>
		`the data directory belongs to ${mode === undefined ? 'no mode yet' : `${mode} mode`}`,
	otherMode: (held: string, mode: string) =>
		`the data directory belongs to ${held} mode, but the configured mode is ${mode}`,
	journal: (events: number, open: number) =>
		`the journal is readable: ${events} events, ${open} open executions`,
	attention: (executionId: string, reason: string) => `execution ${executionId} needs attention: ${reason}`,
	unknownOrders: (ids: readonly string[]) =>
		`the state of ${ids.length} ${ids.length === 1 ? 'order' : 'orders'} is unknown: ${ids.join(', ')}`,
	halted: (scope: string, reason: string | null) =>
		`a kill switch of the ${scope} is active${reason === null ? '' : `: ${reason}`}`,
	openProbe: (id: string, venue: string, symbol: string) =>
		`the test order ${id} of a self-check on ${shownNameOf(venue)} ${symbol} may still be open`,
	noSecrets: 'no secret is stored yet',
	keyUnreadable: (accountId: string, venue: string, reason: string) =>
		`the key of account ${accountId} at ${shownNameOf(venue)} cannot be decrypted: ${reason}`,
	keysReadable: (source: string, readable: number, all: number) =>
		`${source} can be used; the keys of ${readable} of ${all} exchange accounts can be decrypted`,
	noKeyFile: 'there is no key file yet; the first start creates it',
	usable: (source: string) => `${source} can be used`,
} as const;

/** Findings about exchanges; each begins with the venue's name. */
export const EXCHANGE_TEXTS = {
	redirected: (port: number, hosts: string) =>
		`port ${port} of this machine (redirected${hosts === '' ? '' : ` from ${hosts}`})`,
	reached: (venue: string, where: string, tookMs: number) =>
		`${shownNameOf(venue)}: ${where} was reached in ${tookMs} ms`,
	unknownClock: (venue: string, reason: string) =>
		`${shownNameOf(venue)}: its clock is unknown, but no order depends on it (${reason})`,
	clock: (venue: string, offsetMs: number) =>
		`${shownNameOf(venue)}: our clock is ${Math.abs(offsetMs)} ms ${offsetMs < 0 ? 'ahead of' : 'behind'} the clock of the exchange`,
	limit: (said: string, limitMs: number) => `${said}, limit ${limitMs} ms`,
	noInstruments: (reason: string) => `its instruments could not be read: ${reason}`,
	tickers: (count: number, priced: number) => `${count} instruments, ${priced} with a price`,
	readOnly: (venue: string, missing: readonly string[], partial: readonly string[]) =>
		`${shownNameOf(venue)}: the service reads its data but does not trade there${missing.length === 0 ? '' : `; it does not provide ${missing.join(', ')}`}${partial.length === 0 ? '' : `; it provides only part of ${partial.join(', ')}`}`,
	nothingToStream: 'it has no instrument to stream',
	noBook: (symbol: string, ms: number) => `no order book of ${symbol} arrived within ${ms} ms`,
	book: (venue: string, symbol: string, tookMs: number) =>
		`${shownNameOf(venue)}: its stream delivers the order book of ${symbol}; the first book arrived after ${tookMs} ms`,
	silentStream: (reason: string) => `its stream delivers nothing: ${reason}`,
	maintenance: (venue: string, isRunning: boolean, title: string, from: number, until: number | null) =>
		`${shownNameOf(venue)}: maintenance ${isRunning ? 'is in progress' : 'is announced'}: ${title}, from ${instantText(from)}${until === null ? '' : ` to ${instantText(until)}`}`,
	noMaintenance: (venue: string, unknown: string | null) =>
		`${shownNameOf(venue)}: no maintenance is announced${unknown === null ? '' : ` (${unknown})`}`,
} as const;

/** Findings about connected accounts. `name` identifies the account. */
export const ACCOUNT_TEXTS = {
	none: 'no account is connected',
	paper: 'paper accounts are stored here and need no key',
	notReached: (name: string, venue: string) =>
		`${name}: ${shownNameOf(venue)} is not configured or could not be reached`,
	sourceMissing: (venue: string) => `${shownNameOf(venue)} is not configured or could not be reached.`,
	works: (name: string, available: Decimal, positions: number) =>
		`${name}: the key works and can trade; ${coinsText(available)} available, ${positions} open ${positions === 1 ? 'position' : 'positions'}`,
	selfCheck: (name: string, at: number) => `${name}: the self-check on ${instantText(at)}`,
	passed: (check: string) => `${check} passed`,
	notPassed: (check: string, step: string | undefined, reason: string) =>
		`${check} did not pass: ${step}: ${reason}`,
} as const;
