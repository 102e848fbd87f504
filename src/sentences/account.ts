/** Sentences about connected exchange accounts and their keys. `exchange` is the exchange's display name. */
import type { Words, Writer } from './sentence.ts';

type OfExchange = { readonly exchange: string };
type OfPermissions = OfExchange & { readonly permissions: readonly string[] };

/** Reasons shown with an account's status, refusals about its key, and refusals of calls about accounts. */
export const account = {
	unreadable: () => 'The stored key cannot be decrypted. Connect the account again.',
	/** @param reason usually the exchange's own words; null if it gave none */
	refused: ({ exchange, reason }: OfExchange & { reason: Words | null }, write: Writer) =>
		`${exchange} refuses the key: ${reason === null ? 'it gave no reason.' : write.words(reason)}`,
	expired: ({ at }: { at: number }, write: Writer) =>
		`The key expired on ${write.instant(at)}. Connect the account with a new key.`,
	gainedWithdrawal: () =>
		'The key can now withdraw money from the account. Remove that permission, or connect another key.',
	lostTrading: () => 'The key is no longer allowed to trade perpetual futures. Connect another key.',
	notHeard: ({ exchange }: OfExchange) => `${exchange} has not answered a request with this key yet.`,
	closing: () => 'The service disconnects the account once its executions are closed.',
	noDescription: ({ exchange }: OfExchange) => `${exchange} refuses to report the permissions of this key.`,
	noAnswer: ({ exchange }: OfExchange) => `${exchange} did not answer. Nothing was connected. Try again.`,
	describeTimeout: ({ exchange, limitMs }: OfExchange & { limitMs: number }, write: Writer) =>
		`${exchange} did not report the permissions of the key within ${write.duration(limitMs)}.`,
	describeRateLimited: ({ exchange, limitMs }: OfExchange & { limitMs: number }, write: Writer) =>
		`The rate limit of ${exchange} delayed the key check by more than ${write.duration(limitMs)}.`,
	rateLimited: ({ exchange, retryAfterMs }: OfExchange & { retryAfterMs: number }, write: Writer) =>
		`The rate limit of ${exchange} is exhausted. Nothing was connected. Try again in ${write.duration(retryAfterMs)}.`,
	canWithdraw: ({ exchange, permissions }: OfPermissions) =>
		`The key can withdraw money from the ${exchange} account (${permissionsText(permissions)}). Connect a key that can only trade.`,
	/** @param isReadOnly true if the key can only read */
	cannotTrade: ({ exchange, permissions, isReadOnly }: OfPermissions & { isReadOnly: boolean }) =>
		`The key must be allowed to trade perpetual futures on ${exchange}; ${isReadOnly ? 'this key can only read' : permissionsText(permissions)}.`,
	tooManyRefused: ({
		exchange,
		perUser,
		total,
		minutes,
	}: OfExchange & { perUser: number; total: number; minutes: number }) =>
		`Too many invalid keys for ${exchange}. In ${minutes} minutes, ${perUser} per user and ${total} in total are allowed. Try again later.`,
	cannotTransfer: ({ exchange }: OfExchange) =>
		`The key of this account at ${exchange} may not move money between your wallets. Give it that right at the exchange, and no right to withdraw.`,
	noOwnTransfers: ({ exchange }: OfExchange) =>
		`The service cannot move money between your wallets at ${exchange}.`,
	transferNotInUse: ({ exchange }: OfExchange) =>
		`This account is not in use at ${exchange}. Call use_exchange_account first.`,
	unknown: ({ was }: { was: string }) =>
		`account_id must name one of your connected accounts; was ${JSON.stringify(was)}.`,
	probeOpen: ({ exchange }: OfExchange) =>
		`A test order of the self-check may still be open at ${exchange}. See the account's self_check, then try again.`,
	paper: ({ exchange }: OfExchange) =>
		`This service runs in paper mode. You already have a paper account for ${exchange}; no key is needed or stored.`,
	tooMany: ({ exchange, count, limit }: OfExchange & { count: number; limit: number }) =>
		`You have ${count} connected accounts at ${exchange}, limit ${limit}. Disconnect one first.`,
	label: ({ limit, length }: { limit: number; length: number }) =>
		`label must have 1 to ${limit} characters; it had ${length}.`,
	notStored: () =>
		'The change to your exchange accounts could not be saved, so nothing has changed. Check the disk that holds the data directory.',
	/** @param accountId the connected account; null if it may not be named */
	alreadyConnected: ({ accountId }: { accountId: string | null }) =>
		accountId === null
			? 'This exchange account or this key is already connected.'
			: `This exchange account is already connected with this key, as ${accountId}.`,
	executionsOpen: ({ exchange, executionIds }: OfExchange & { executionIds: readonly string[] }) => {
		const name = `your active ${exchange} account`;
		if (executionIds.length === 0)
			return `An execution is being opened on ${name}. Try again when it is open.`;
		return executionIds.length === 1
			? `The execution ${executionIds[0]} is open on ${name}. Close it first.`
			: `The executions ${executionIds.join(', ')} are open on ${name}. Close them first.`;
	},
};

function permissionsText(permissions: readonly string[]): string {
	return permissions.length === 0
		? 'this key has no permissions'
		: `this key has the permissions ${permissions.join(', ')}`;
}
