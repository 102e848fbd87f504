/**
 * Holds every user-facing text about connected exchange accounts: what happened, the value with its limit, and what
 * to do.
 */
import { spoken } from '../domain/english.ts';
import { account } from '../sentences/account.ts';
import { shownNameOf } from '../venues/facts.ts';

/** Reasons shown with an account's status, refusals about its key, and refusals of calls about accounts. */
export const ACCOUNT_TEXT = spoken('account', account);

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
