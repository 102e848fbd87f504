/** Refusals of calls about agents, their keys, and tokens. */
import type { Figure, Writer } from './sentence.ts';

const HOUR_MS = 3_600_000;

type Was = { readonly was: string };
type LimitAndWas = { readonly limit: number; readonly was: number };

/** Refusals of calls about agents and their keys. */
export const agent = {
	unknown: ({ was }: Was) => `agent_id must name one of your agents; was ${JSON.stringify(was)}.`,
	stopped: ({ agent }: { agent: string }) =>
		`The agent ${agent} was stopped and cannot run again. Create another one.`,
	tooMany: ({ limit }: { limit: number }) =>
		`You have ${limit} running agents, which is the limit. Stop one first.`,
	ownKeyPair: ({ agent }: { agent: string }) =>
		`agent_id must name an agent that has a secret key; ${agent} authenticates with its own key pair.`,
	scopes: ({ allowed, was }: { allowed: readonly string[]; was: readonly string[] }) =>
		`scopes must be one or more of ${allowed.join(', ')}; was ${was.join(' ') || 'none'}.`,
	executionsPerDay: ({ limit, was }: LimitAndWas, write: Writer) =>
		`executions_per_day must be a whole number from 0 to ${write.number(limit)}; was ${was}.`,
	pairCount: ({ limit, was }: LimitAndWas) => `pairs must list 1 to ${limit} exchange pairs; was ${was}.`,
	pair: ({ was }: Was) =>
		`pairs must list pairs of exchanges, each in alphabetical order, such as bybit-kucoin; was ${JSON.stringify(was)}.`,
	amount: ({ field, limit, was }: { field: string; limit: Figure; was: Figure }, write: Writer) =>
		`${field} must be above 0 and at most ${write.usd(limit)}; was ${write.usd(was)}.`,
	keyCount: ({ limit, was }: LimitAndWas) => `public_keys must contain 1 to ${limit} keys; was ${was}.`,
	privateKey: () =>
		'public_keys must contain only public keys; one has private members. Treat that key as leaked and make another.',
	keySize: ({ limit }: { limit: number }, write: Writer) =>
		`public_keys must have at most ${write.number(limit)} bytes each.`,
	/** @param bits minimum size of an RSA key; `exponent` is the minimum of its exponent */
	weakKey: ({ bits, exponent }: { bits: number; exponent: number }) =>
		`public_keys must be P-256, P-384, P-521, Ed25519, or RSA of at least ${bits} bits with an exponent of at least ${exponent}.`,
};

/** Refusals of calls about tokens. */
export const token = {
	unknown: ({ was }: Was) => `token_id must name one of your tokens; was ${JSON.stringify(was)}.`,
	ended: ({ token }: { token: string }) =>
		`token_id must name a valid token; ${token} has expired or was revoked.`,
	tooMany: ({ user, limit }: { user: string; limit: number }) =>
		`The user ${user} has ${limit} valid tokens, which is the limit. Revoke one first.`,
	/** @param longest the longest lifetime, milliseconds */
	lifetime: ({ longest, was }: { longest: number; was: number }) =>
		`ttl must be at least 1 minute and at most ${longest / HOUR_MS} hours (30 days); was ${was / HOUR_MS} hours.`,
	noScope: ({ known }: { known: readonly string[] }) =>
		`scope must be one or more of ${known.join(', ')}; was none.`,
};
