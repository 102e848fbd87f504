/**
 * Contains the messages that commands print at runtime, by area. Usage errors stay next to the arguments that they
 * concern.
 */
import type { TestResult } from '../client/methods.ts';
import type { HaltTarget } from '../src/ports/halts.ts';
import { shownNameOf } from '../src/venues/facts.ts';
import { time } from './figures.ts';

const instant = (ms: number): string => time(new Date(ms).toISOString());

/**
 * Messages about trades that were declined, failed or had an unexpected result, and about what the service continues
 * to do.
 */
export const TRADE_TEXT = {
	notOpened: 'Nothing was opened, because you did not answer yes.',
	notClosed: 'Nothing was closed, because you did not answer yes.',
	notMoved: 'Nothing was moved, because you did not answer yes.',
	notDisconnected: 'Nothing was disconnected, because you did not answer yes.',
	noPreview: 'The service answered a preview request without a preview.',
	previewForOpening: 'The service answered an opening with a preview.',
	previewForClose: 'The service answered a close with a preview.',
	silent: 'The service does not answer; it continues what it started',
	openingContinues: (id: string) =>
		`The service continues to open ${id}. See carrywire execution ${id}. To stop the opening: carrywire close ${id}, or carrywire cancel ${id} --keep.`,
	rollContinues: (id: string) =>
		`The service continues to move the leg to ${id}. See carrywire execution ${id}. To stop it with both pairs whole: carrywire cancel ${id}.`,
	closeContinues: (id: string) => `The service continues to close ${id}. See carrywire execution ${id}.`,
	notRunning: (id: string, status: string, reason: string | null) =>
		`${id} is not running; its status is ${statusText(status, reason)}.`,
	stillOpen: (id: string, status: string, reason: string | null) =>
		`${id} is not closed; its status is ${statusText(status, reason)}.`,
	agentStopped:
		'The agent is stopped permanently. Its open executions belong to you and keep running: see carrywire portfolio.',
} as const;

function statusText(status: string, reason: string | null): string {
	return reason === null ? status : `${status} (${reason})`;
}

/** Messages of `autopilot`. */
export const POT_TEXT = {
	acts: 'Mode act: the pot opens, moves and closes positions by itself, within these limits.',
	suggests:
		'Mode suggest: you confirm each change. Two things act without you: a very low margin, and a drawdown stop.',
	shadow: 'Shadow pot: paper accounts at real prices, no real money.',
	askClose: 'Type yes to stop this pot for good and close all of its positions:',
	askStop: 'Its positions stay open and are yours to manage. Type yes to stop this pot for good:',
	notStarted: 'No pot was started, because you did not answer yes.',
	notChanged: 'Nothing was changed, because you did not answer yes.',
	notStopped: 'The pot was not stopped, because you did not answer yes.',
	notConfirmed: 'Nothing was confirmed, because you did not answer yes.',
} as const;

/** Advice after a failed call. */
export const ADVICE_TEXT = {
	logIn: 'Log in once with carrywire login --keep, or provide a token in CARRYWIRE_TOKEN or --token-file.',
	moreScopes: 'Log in with more scopes: carrywire login --keep --scope "arb:read arb:trade".',
	continues: 'The service continues what it started. Check carrywire portfolio before you call again.',
	retryIn: (ms: number) => `Try again in ${Math.ceil(ms / 1_000)} s.`,
	outcomeUnknown: (idempotencyKey: string) =>
		`The service may have carried out the call. Check carrywire portfolio before you call again. With the idempotency key ${idempotencyKey}, the service carries out the same call at most once.`,
} as const;

/** Messages of `login` and `logout`. */
export const LOGIN_TEXT = {
	refused: 'The login was refused in the browser. No token was issued.',
	keptEnded:
		'The saved login is no longer valid: it was ended by a logout, revoked on the Tokens page, or unused for 14 days. Use --keep to save a new one.',
	keptEndedAt: (url: string) =>
		`The saved login for ${url} is no longer valid. Log in again with carrywire login --keep.`,
	missingScopes: (allowed: readonly string[], missing: readonly string[]) =>
		`The saved login allows ${allowed.join(' ')}, but not ${missing.join(' ')}. Approve the missing scopes in the browser.`,
	enterCode: (address: string, code: string) => `Open ${address} in a browser and enter the code ${code}`,
	codeValid: (ms: number) => `The code is valid for ${minutes(ms)}. Waiting for your approval.`,
	retrying: (reason: string) => `The service ${reason}. Retrying while the code is valid.`,
	codeExpired: (validMs: number) =>
		`Nobody approved the login within ${minutes(validMs)}, so its code has expired. Run carrywire login again.`,
	slower: (pauseMs: number) =>
		`The service asks for slower polling; the next polls are ${pauseMs / 1_000} s apart.`,
	notKeepable: (url: string) => `${url} does not issue logins that can be saved.`,
	kept: (file: string) =>
		`The login is saved in ${file}. It is valid until you run carrywire logout or leave it unused for 14 days.`,
	previousNotRevoked: (url: string, why: string) =>
		`The previously saved login could not be revoked: ${why} Revoke it at ${url}/tokens.`,
	token: (scopes: readonly string[], validMs: number, refused: readonly string[]) =>
		`Token with the scopes ${scopes.join(' ') || '(none)'}, valid for ${minutes(validMs)}.${refused.length === 0 ? '' : ` Not granted: ${refused.join(' ')}.`}`,
	noneKept: (url: string) => `No login for ${url} is saved on this machine.`,
	loggedOut: (url: string) => `Logged out of ${url}. All tokens of that login are revoked.`,
	notRevoked: (url: string, why: string) =>
		`The login was removed from this machine, but could not be revoked at the service: ${why} Revoke it at ${url}/tokens.`,
	otherServer: (url: string) =>
		`${url} is not a Carrywire service, or the service has another address. Use the address that carrywire serve printed at startup.`,
	unusableAnswer: (url: string) => `${url} sent an answer that this version of carrywire cannot use.`,
	invalidCode: (url: string) =>
		`${url} sent an invalid login code, or the address of a login page on another host.`,
	fileInUse: (folder: string, ms: number) =>
		`Another carrywire login has been using ${folder} for ${ms / 1_000} s. Try again when it has finished.`,
	fileMode: (file: string, mode: string) =>
		`The file of saved logins ${file} must be readable only by its owner (0600); was ${mode}. Run: chmod 600 ${file}`,
	fileForm: (file: string) =>
		`The file of saved logins ${file} has an unknown format; delete it and log in again.`,
} as const;

function minutes(ms: number): string {
	const whole = Math.round(ms / 60_000);
	return whole === 1 ? '1 minute' : `${whole} minutes`;
}

/** Messages of `token`, `login-link` and `vault`. */
export const OPERATOR_TEXT = {
	link: (user: string, expiresAt: number) =>
		`The link logs one browser in as ${user}, once, until ${instant(expiresAt)}. It replaces any earlier link. Keep it secret.`,
	linkWithoutService: 'No service runs on this data directory. Start the service before you open the link.',
	token: (id: string, user: string, scopes: readonly string[], expiresAt: number) =>
		`Token ${id} for ${user} with the scopes ${scopes.join(' ')}, valid until ${instant(expiresAt)}. It is shown only once.`,
	tokenRevoked: (id: string) => `Token ${id} is revoked.`,
	unknownToken: (id: string) =>
		`There is no token with the ID ${JSON.stringify(id)}; see carrywire token list.`,
	keyRotated: (kid: string, secrets: number) =>
		`The current key is now ${kid}. It encrypts ${secrets} ${secrets === 1 ? 'secret' : 'secrets'}.`,
	notDecrypted: (what: string) => `${what} cannot be decrypted and is unchanged.`,
	keysDropped: (kids: readonly string[]) =>
		`Removed from the key file: ${kids.join(', ')}. Older copies of the database can no longer be decrypted.`,
	keysRetired: 'Retired keys are kept for older copies of the database. Remove them with --drop-retired.',
} as const;

/** Messages of `halt`, `resume` and `halts`. */
export const HALT_TEXT = {
	halted: (target: HaltTarget) =>
		`Openings are halted ${whereOf(target)} until you run carrywire resume${target.scope === 'exchange' ? ` --exchange ${target.venue}` : ''}.`,
	fromNextStart: 'No service runs on this data directory. The halt applies from the next start.',
	notHalted: (target: HaltTarget) => `No halt is active ${whereOf(target)}; see carrywire halts.`,
	resumed: (target: HaltTarget) => `The halt ${whereOf(target)} has ended; see carrywire halts for others.`,
	none: 'Nothing is halted.',
	ownHalted: (since: string) =>
		`Your openings have been halted since ${time(since)}. They stay halted until you run carrywire resume --mine.`,
	ownResumed: 'Your halt has ended.',
	ownNone: 'You had no active halt.',
	stillHalted: (exchange: string, reason: string) =>
		`Openings on ${shownNameOf(exchange)} are still halted: ${reason}`,
} as const;

function whereOf(target: HaltTarget): string {
	switch (target.scope) {
		case 'user':
			return `for ${target.userId}`;
		case 'exchange':
			return `on ${shownNameOf(target.venue)}`;
		case 'service':
			return 'in this service';
	}
}

/** Messages of `mcp` and of the bridge that forwards its messages. */
export const MCP_TEXT = {
	otherVersion: (url: string, service: TestResult['version'], program: string) =>
		`The service at ${url} runs version ${service}; this program is version ${program}. The service’s version determines the tools.`,
	notYet: (url: string) =>
		`The service at ${url} does not answer yet. carrywire mcp tries again with every message.`,
	otherServer: (url: string, status: number) =>
		`${url} answered with HTTP ${status} and no message. Is it a Carrywire service?`,
	unreachable: (url: string, why: string) =>
		`The service at ${url} does not answer${why}. Start it, or give another address with CARRYWIRE_URL or --url.`,
} as const;

/** Messages of `venue`. */
export const VENUE_TEXT = {
	unsupported: (exchange: string) =>
		`ccxt does not support ${shownNameOf(exchange)}, so its account cannot be read without the service.`,
	rateLimited: (exchange: string, ms: number) =>
		`${shownNameOf(exchange)} accepts no more requests now. Its limit counts all requests from this account and address, including those of a running service. Try again in ${Math.ceil(ms / 1_000)} s.`,
	noSimulator: (exchange: string, port: number | undefined) =>
		`No simulated ${shownNameOf(exchange)} answers on port ${port} on this machine. Start it with carrywire serve, or carrywire simulate.`,
} as const;
