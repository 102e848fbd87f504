/**
 * Runs a service, a browser, and the people who use both. The run records every response and page, because the last
 * tests search them.
 */
import { type Fixture, openFixture, type Service } from '../e2e/fixture.ts';
import { postCall, resultOf } from '../e2e/wire.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { pageFaults } from './page-faults.ts';
import { placesOf } from './run-places.ts';
import { createRunSecrets, type RunSecrets } from './run-secrets.ts';
import { openBrowser, type Person, type PersonOptions } from './watched-browser.ts';

/** One run of the service, with its browsers and recorded secrets. */
export type BrowserRun = AsyncDisposable & {
	readonly fixture: Fixture;
	readonly secrets: RunSecrets;
	/** Returns the currently running service. */
	service(): Service;
	person(options: PersonOptions): Promise<Person>;
	/**
	 * Kills the service and the simulated exchanges with SIGKILL, then restarts them with the same command and port.
	 */
	killAndRestart(): Promise<void>;
	/** Records the response to a call that bypassed `service()`. */
	keepAnswer(text: string): void;
	/** Returns one message for each fault on a shown page and each browser complaint. */
	faults(): Promise<string[]>;
	/** Returns one message per secret in a place where it must not be. */
	leaks(): Promise<string[]>;
};

/** Starts the service with `npm start` and these settings. @throws NoProgramError */
export async function openBrowserRun(config: object = {}): Promise<BrowserRun> {
	const people: Person[] = [];
	const answered: string[] = [];
	const secrets = createRunSecrets();
	const browser = await openBrowser();
	const fixture = openFixture(config);
	const end = async (): Promise<void> => {
		await browser[Symbol.asyncDispose]();
		await fixture[Symbol.asyncDispose]();
	};
	const port = String(await lastingPort());
	const start = async (): Promise<Service> => {
		const service = await fixture.npmStart('--log-level', 'debug', '--port', port);
		await secrets.noteSealed(fixture);
		const answer: Service['answer'] = async (method, params, token) => {
			const given = await postCall(service.url, method, params, token);
			answered.push(given.text);
			return given;
		};
		return {
			...service,
			answer,
			call: (method, params, token) => resultOf(answer(method, params, token)),
		};
	};
	let service = await start().catch(async (error: unknown) => {
		await end();
		throw error;
	});
	return {
		fixture,
		secrets,
		service: () => service,
		async person(options) {
			const person = await browser.person(options);
			people.push(person);
			return person;
		},
		async killAndRestart() {
			await secrets.noteSealed(fixture);
			await fixture.killEverything(service);
			service = await start();
		},
		keepAnswer: (text) => {
			answered.push(text);
		},
		async faults() {
			const all = people.flatMap(({ seen }) => seen);
			if (all.length === 0) return ['No page was shown.'];
			return [
				...people.flatMap(({ complaints }) => complaints),
				...(await pageFaults(await browser.reader(), all, service.url)),
			];
		},
		async leaks() {
			await secrets.noteSealed(fixture);
			for (const person of people) await secrets.notePerson(person);
			return secrets.leaks(placesOf(fixture, people, answered));
		},
		[Symbol.asyncDispose]: end,
	};
}
