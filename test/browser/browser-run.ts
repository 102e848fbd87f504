/**
 * A service, a browser before it, and the people who use both; everything that is said and shown is kept, so that at the
 * end all of it can be looked through.
 */
import { type Fixture, openFixture, type Service } from '../e2e/fixture.ts';
import { postCall, resultOf } from '../e2e/wire.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { pageFaults } from './page-faults.ts';
import { placesOf } from './run-places.ts';
import { createRunSecrets, type RunSecrets } from './run-secrets.ts';
import { openBrowser, type Person, type PersonOptions } from './watched-browser.ts';

export type BrowserRun = AsyncDisposable & {
	readonly fixture: Fixture;
	readonly secrets: RunSecrets;
	/** The one that runs now. */
	service(): Service;
	person(options: PersonOptions): Promise<Person>;
	/** SIGKILL to the service and the simulated exchanges, and the same command again on the same port. */
	killAndRestart(): Promise<void>;
	/** Keeps what a call was answered that did not go by `service()`. */
	keepAnswer(text: string): void;
	/** What is wrong with any page that was shown, and what the browser complained of; a sentence each. */
	faults(): Promise<string[]>;
	/** Every secret that stands where it must not. */
	leaks(): Promise<string[]>;
};

/** Starts the service with `npm start`, and with these settings. @throws NoChromiumError */
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
