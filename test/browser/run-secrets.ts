/** Defines the secrets in a run, and the only places where each may appear. */

import { type Fixture, VENUES } from '../e2e/fixture.ts';
import { findSecrets, type KnownSecret, type Place } from '../support/secret-search.ts';
import { readVaultContents } from '../support/vault-contents.ts';
import type { Person } from './watched-browser.ts';

type Home = {
	/** Matches the names of the places where the secret may appear. Undefined permits none. */
	readonly may?: RegExp;
	/** Exact number of places where the secret must appear. */
	readonly times?: number;
	readonly why: string;
};

const HOMES = {
	'wallet signature': { why: 'it is sent once, in a form, and proves one login' },
	cookie: { why: 'it is the login itself' },
	'cookie of a step': {
		may: /^(?:address|page) \S+(?:\/(?:interaction|oauth\/authorize|oauth\/device)\/|\/login(?:\/|$))/,
		why: 'it names the step to which a login returns, as the path does; a second cookie is the proof',
	},
	'proof of a form': { may: /^page /, why: 'every form of the page contains it' },
	'password at an exchange': { why: 'only its owner and the exchange know it' },
	'key of an exchange account': {
		may: /^file simulator\//,
		why: 'the exchange keeps the keys of its customers',
	},
	'state of a connection': {
		may: /^address \S+(?:\/oauth|\/connections\/callback\/\w+)$/,
		why: 'it goes to the exchange and returns',
	},
	'code of an exchange': {
		may: /^address \S+\/connections\/callback\/\w+$/,
		times: 2,
		why: 'it arrives at the door page and then at the callback page, and is valid once',
	},
	'token that is shown once': { why: 'only a script of its page receives it, and no document contains it' },
	'agent key': { why: 'only a script of its page receives it, and no document contains it' },
	'code of an application': { may: /^address \S+\/back$/, times: 1, why: 'the browser returns with it once' },
	'token of a program': { why: 'only the program receives it' },
	'private key of a program': { why: 'it never leaves the program' },
	'admin token of a simulator': {
		may: /^file (?:run|simulator\/simulator-\w+\.run)\.json$/,
		why: 'the command line and its tools read it there',
	},
	'key of the vault': { why: 'only its own file holds it' },
} as const satisfies Readonly<Record<string, Home>>;

/** Type of secret, which determines the permitted places. */
export type SecretKind = keyof typeof HOMES;

/** Collects a run's secrets and searches for leaks. */
export type RunSecrets = {
	note(kind: SecretKind, text: string | Buffer): void;
	/**
	 * Records the vault's current contents and the simulators' admin tokens. Call this before any of them is replaced
	 * or erased.
	 */
	noteSealed(fixture: Fixture): Promise<void>;
	/** Records the cookies, form fields and callback URLs from the user's browser. */
	notePerson(person: Person): Promise<void>;
	/** Returns the number of recorded secrets by type. */
	counts(): Readonly<Partial<Record<SecretKind, number>>>;
	/**
	 * Returns one message per secret in a forbidden place, and per secret that appears in too many or too few
	 * permitted places.
	 */
	leaks(places: readonly Place[]): string[];
};

type Noted = { readonly kind: SecretKind; readonly secret: KnownSecret };

/** Starts a collection without secrets. */
export function createRunSecrets(): RunSecrets {
	const noted = new Map<string, Noted>();

	function note(kind: SecretKind, text: string | Buffer): void {
		const id = text.toString('base64');
		const name = `${kind} ${noted.size + 1}`;
		if (!noted.has(id)) noted.set(id, { kind, secret: { name, text } });
	}

	return {
		note,
		async noteSealed(fixture) {
			const { keys, accounts } = await readVaultContents(fixture.dataDir);
			for (const { key } of keys) note('key of the vault', key);
			for (const account of accounts)
				for (const secret of Object.values(account.keys))
					if (secret !== undefined) note('key of an exchange account', secret);
			for (const venue of VENUES) note('admin token of a simulator', fixture.simulator(venue).adminToken);
		},
		async notePerson(person) {
			for (const { name, value } of await person.cookies())
				note(name === 'cw_oauth_step' ? 'cookie of a step' : 'cookie', value);
			for (const form of person.posted)
				for (const [field, kind] of SECRET_FIELDS) {
					const value = form.get(field);
					if (value !== null) note(kind, value);
				}
			for (const address of person.addresses) noteAddress(address, note);
		},
		counts: () => Object.fromEntries(countBy([...noted.values()].map(({ kind }) => kind))),
		leaks(places) {
			const all = [...noted.values()];
			const found = findSecrets(
				all.map(({ secret }) => secret),
				places,
			);
			const kindOf = new Map(all.map(({ kind, secret }) => [secret.name, kind]));
			const strays = found.filter(({ secret, place }) => {
				const { may }: Home = HOMES[kindOf.get(secret) ?? 'cookie'];
				return may === undefined || !may.test(place.replace(/ #.*$/, ''));
			});
			const times = new Map(countBy(found.map(({ secret }) => secret)));
			const wrongTimes = all.flatMap(({ kind, secret }) => {
				const { times: wanted, why }: Home = HOMES[kind];
				const was = times.get(secret.name) ?? 0;
				return wanted === undefined || was === wanted
					? []
					: [`${secret.name} appears in ${was} places instead of ${wanted}: ${why}`];
			});
			// If the search misses secrets even in their permitted places, it does not work, and finding no leak
			// means nothing.
			const kindsFound = new Set(found.map(({ secret }) => kindOf.get(secret)));
			const unseen = [...new Set(kindOf.values())].filter((kind) => {
				const { may }: Home = HOMES[kind];
				return may !== undefined && !kindsFound.has(kind);
			});
			return [
				...strays.map(({ sentence }) => sentence),
				...wrongTimes,
				...unseen.map((kind) => `found no ${kind} in its permitted places`),
			];
		},
	};
}

const SECRET_FIELDS: readonly (readonly [field: string, kind: SecretKind])[] = [
	['signature', 'wallet signature'],
	['csrf', 'proof of a form'],
	['xsrf', 'proof of a form'],
	['token', 'proof of a form'],
	['password', 'password at an exchange'],
];

function noteAddress(address: string, note: RunSecrets['note']): void {
	const { pathname, searchParams } = new URL(address);
	if (!pathname.startsWith('/connections/callback/')) return;
	const [code, state] = [searchParams.get('code'), searchParams.get('state')];
	if (code !== null) note('code of an exchange', code);
	if (state !== null) note('state of a connection', state);
}

function countBy<T>(values: readonly T[]): [T, number][] {
	const counts = new Map<T, number>();
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
	return [...counts];
}
