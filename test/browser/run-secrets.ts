/** The secrets that a run comes to know, and the only places in which each may stand. */

import { type Fixture, VENUES } from '../e2e/fixture.ts';
import { findSecrets, type KnownSecret, type Place } from '../support/secret-search.ts';
import { readVaultContents } from '../support/vault-contents.ts';
import type { Person } from './watched-browser.ts';

type Home = {
	/** By the name of the place; undefined: nowhere. */
	readonly may?: RegExp;
	/** It stands there exactly so often. */
	readonly times?: number;
	readonly why: string;
};

const HOMES = {
	'wallet signature': { why: 'it is sent once, in a form, and proves one login' },
	cookie: { why: 'it is the login itself' },
	'cookie of a step': {
		may: /^(?:address|page) \S+(?:\/(?:interaction|oauth\/authorize|oauth\/device)\/|\/login(?:\/|$))/,
		why: 'it names the step, as the path does, to which a login goes back; a second cookie beside it is the proof',
	},
	'proof of a form': { may: /^page /, why: 'every form of the page has it' },
	'password at an exchange': { why: 'only its owner and the exchange know it' },
	'key of an exchange account': {
		may: /^file simulator\//,
		why: 'the exchange keeps the keys of its customers',
	},
	'state of a connection': {
		may: /^address \S+(?:\/oauth|\/connections\/callback\/\w+)$/,
		why: 'it goes to the exchange and comes back',
	},
	'code of an exchange': {
		may: /^address \S+\/connections\/callback\/\w+$/,
		times: 2,
		why: 'it comes back to the door page and from there to its own, and counts once',
	},
	'token that is shown once': { why: 'it is answered to a script of its page, and no document holds it' },
	'agent key': { why: 'it is answered to a script of its page, and no document holds it' },
	'code of an application': { may: /^address \S+\/back$/, times: 1, why: 'it comes back once' },
	'token of a program': { why: 'it is answered to the program, which is not a page' },
	'private key of a program': { why: 'it never leaves the program' },
	'admin token of a simulator': {
		may: /^file (?:run|simulator\/simulator-\w+\.run)\.json$/,
		why: 'the command line and the tools beside it read it there',
	},
	'key of the vault': { why: 'only its own file holds it' },
} as const satisfies Readonly<Record<string, Home>>;

export type SecretKind = keyof typeof HOMES;

export type RunSecrets = {
	note(kind: SecretKind, text: string | Buffer): void;
	/** What lies sealed now, and what the simulators are reached with: before any of it is replaced or erased. */
	noteSealed(fixture: Fixture): Promise<void>;
	/** What went through the person's browser. */
	notePerson(person: Person): Promise<void>;
	/** How many there are of each kind. */
	counts(): Readonly<Partial<Record<SecretKind, number>>>;
	/** A sentence for each secret that stands where it must not, or stands too often or too seldom where it must. */
	leaks(places: readonly Place[]): string[];
};

type Noted = { readonly kind: SecretKind; readonly secret: KnownSecret };

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
					: [`${secret.name} stands in ${was} places, not ${wanted}: ${why}`];
			});
			// A search that finds none of what is there would prove nothing.
			const kindsFound = new Set(found.map(({ secret }) => kindOf.get(secret)));
			const unseen = [...new Set(kindOf.values())].filter((kind) => {
				const { may }: Home = HOMES[kind];
				return may !== undefined && !kindsFound.has(kind);
			});
			return [
				...strays.map(({ sentence }) => sentence),
				...wrongTimes,
				...unseen.map((kind) => `no ${kind} was found where each must be`),
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
