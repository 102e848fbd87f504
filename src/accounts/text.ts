/**
 * Holds every user-facing text about connected exchange accounts: what happened, the value with its limit, and what
 * to do.
 */
import { durationText, instantText } from '../domain/figure-text.ts';
import { shownNameOf } from '../venues/facts.ts';

/** Reasons shown with an account's status, and refusals about its key. */
export const KEY_TEXTS = {
	unreadable: 'The stored key cannot be decrypted. Connect the account again.',
	refused: (venue: string, reason: string | null) =>
		`${shownNameOf(venue)} refuses the key: ${reason ?? 'it gave no reason.'}`,
	expired: (at: number) => `The key expired on ${instantText(at)}. Connect the account with a new key.`,
	gainedWithdrawal:
		'The key can now withdraw money from the account. Remove that permission, or connect another key.',
	lostTrading: 'The key is no longer allowed to trade perpetual futures. Connect another key.',
	notHeard: (venue: string) => `${shownNameOf(venue)} has not answered a request with this key yet.`,
	closing: 'The service disconnects the account once its executions are closed.',
	noDescription: (venue: string) => `${shownNameOf(venue)} refuses to report the permissions of this key.`,
	noAnswer: (venue: string) => `${shownNameOf(venue)} did not answer. Nothing was connected. Try again.`,
	describeTimeout: (venue: string, limitMs: number) =>
		`${shownNameOf(venue)} did not report the permissions of the key within ${durationText(limitMs)}.`,
	describeRateLimited: (venue: string, limitMs: number) =>
		`The rate limit of ${shownNameOf(venue)} delayed the key check by more than ${durationText(limitMs)}.`,
	rateLimited: (venue: string, retryAfterMs: number) =>
		`The rate limit of ${shownNameOf(venue)} is exhausted. Nothing was connected. Try again in ${durationText(retryAfterMs)}.`,
	canWithdraw: (venue: string, permissions: readonly string[]) =>
		`The key can withdraw money from the ${shownNameOf(venue)} account (${permissionsText(permissions)}). Connect a key that can only trade.`,
	cannotTrade: (venue: string, permissions: readonly string[] | 'read only') =>
		`The key must be allowed to trade perpetual futures on ${shownNameOf(venue)}; ${permissions === 'read only' ? 'this key can only read' : permissionsText(permissions)}.`,
	tooManyRefused: (venue: string, perUser: number, total: number, minutes: number) =>
		`Too many invalid keys for ${shownNameOf(venue)}. In ${minutes} minutes, ${perUser} per user and ${total} in total are allowed. Try again later.`,
} as const;

/** Refusals for calls about accounts. */
export const ACCOUNT_REFUSALS = {
	unknown: (accountId: string) =>
		`account_id must name one of your connected accounts; was ${JSON.stringify(accountId)}.`,
	probeOpen: (venue: string) =>
		`A test order of the self-check may still be open at ${shownNameOf(venue)}. See the account's self_check, then try again.`,
	paper: (venue: string) =>
		`This service runs in paper mode. You already have a paper account for ${shownNameOf(venue)}; no key is needed or stored.`,
	tooMany: (venue: string, count: number, limit: number) =>
		`You have ${count} connected accounts at ${shownNameOf(venue)}, limit ${limit}. Disconnect one first.`,
	label: (limit: number, length: number) => `label must have 1 to ${limit} characters; it had ${length}.`,
	notStored:
		'The change to your exchange accounts could not be saved, so nothing has changed. Check the disk that holds the data directory.',
	alreadyConnected: (accountId: string | undefined) =>
		accountId === undefined
			? 'This exchange account or this key is already connected.'
			: `This exchange account is already connected with this key, as ${accountId}.`,
	executionsOpen(venue: string, executionIds: readonly string[]): string {
		const account = `your active ${shownNameOf(venue)} account`;
		if (executionIds.length === 0)
			return `An execution is being opened on ${account}. Try again when it is open.`;
		return executionIds.length === 1
			? `The execution ${executionIds[0]} is open on ${account}. Close it first.`
			: `The executions ${executionIds.join(', ')} are open on ${account}. Close them first.`;
	},
} as const;

/** Refusals when connecting through an exchange's own OAuth page. `name` is the exchange's display name. */
export const OAUTH_TEXTS = {
	tooManyPending: (limit: number) =>
		`At most ${limit} connections can be in progress at once. Try again in a few minutes.`,
	foreignReturn: (name: string, minutes: number) =>
		`This redirect from ${name} is not valid. You started no such connection in this browser in the last ${minutes} minutes, or the redirect was already used. Start the connection again.`,
	notOffered: (venue: string) =>
		`This service cannot connect ${shownNameOf(venue)} accounts by OAuth. Enter an API key instead.`,
	denied: (name: string) => `You declined the connection at ${name}. Nothing was connected.`,
	failed: (name: string, error: string | undefined) =>
		`${name} sent the browser back with ${error === undefined ? 'an error' : `the error ${error}`}. Nothing was connected. Start the connection again.`,
	noCode: (name: string, limit: number, count: number) =>
		`The redirect from ${name} must carry exactly one code of at most ${limit} characters; number of codes: ${count}. Start the connection again.`,
	otherSite: (name: string, parameter: string, value: string) =>
		`Only ${name} accounts with ${parameter} ${value} can be connected this way; this account is on another site. Enter an API key instead.`,
	notStored: 'The service could not check and store the account.',
	keyDeleted: (name: string) => `The API key that ${name} had created was deleted.`,
	keyMaybeCreated: (name: string) =>
		`${name} may still have created an API key. Check your keys there, and delete that key if it exists.`,
	keyLeft: (name: string, key: string) =>
		`This service could not delete the API key that ${name} had created. Delete the key ${key} there.`,
} as const;

function permissionsText(permissions: readonly string[]): string {
	return permissions.length === 0
		? 'this key has no permissions'
		: `this key has the permissions ${permissions.join(', ')}`;
}
