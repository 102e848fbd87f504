/**
 * Starts a service and a browser, and provides the helpers that the dashboard tests share. The fixture records every
 * browser complaint, including violations of the content security policy. The tests check these complaints at the
 * end.
 */
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { type Fixture, openFixture, type Service, VENUES } from '../e2e/fixture.ts';
import { barriersOf } from './barriers.ts';
import { logInWithWallet } from './people-steps.ts';
import { installWallet, newTestWallet } from './test-wallet.ts';
import { behindTheDoor, openBrowser, type Person, PHONE_PX } from './watched-browser.ts';

/** Width of a desktop window, CSS pixels. */
export const DESKTOP_PX = 1_400;

/** A simulated user with a browser on the dashboard. */
export type Visitor = Person & {
	/** Goes to a path of the service. */
	go(path: string): Promise<void>;
	/** Returns one message per violation of WCAG 2.2 AA that axe finds on the current page. */
	barriers(): Promise<readonly string[]>;
	/** Saves a screenshot of the page if `CARRYWIRE_SCREENSHOTS` names a folder. */
	capture(name: string): Promise<void>;
};

/** A running service and the browsers that visit its dashboard. */
export type DashboardFixture = AsyncDisposable & {
	readonly fixture: Fixture;
	readonly service: Service;
	/** Opens a separate browser profile. A profile that a test opens is closed when the test ends. */
	visitor(check?: {
		readonly width?: number;
		readonly scheme?: 'light' | 'dark';
		/** True to install a wallet and log in with it. */
		readonly loggedIn?: boolean;
		/** Language of the browser as a BCP 47 tag; that of the machine if absent. */
		readonly locale?: string;
	}): Promise<Visitor>;
	/** Opens a browser with scripts disabled. */
	plain(width: number): Promise<Person>;
	/** Returns the complaints of all visitors' browsers. */
	complaints(): readonly string[];
};

/**
 * Starts the simulators first if `serve` has `--external`, so that they outlive the service. @throws NoProgramError
 */
export async function openDashboardFixture(
	config: object = {},
	serve: readonly string[] = [],
	venues: Parameters<typeof openFixture>[1] = VENUES,
): Promise<DashboardFixture> {
	const browser = await openBrowser();
	const fixture = openFixture(config, venues);
	const people: Person[] = [];
	const end = async (): Promise<void> => {
		await browser[Symbol.asyncDispose]();
		await fixture[Symbol.asyncDispose]();
	};
	const start = async (): Promise<Service> => {
		if (serve.includes('--external')) await fixture.simulate();
		return fixture.serve(...serve);
	};
	const service = await start().catch(async (error: unknown) => {
		await end();
		throw error;
	});

	return {
		fixture,
		service,
		async visitor({ width = DESKTOP_PX, scheme = 'light', loggedIn = false, locale } = {}) {
			const person = await browser.person({
				script: true,
				width,
				...(locale === undefined ? {} : { locale }),
			});
			people.push(person);
			// An unused page would continue to render changes and use half a core.
			if (expect.getState().currentTestName !== undefined)
				onTestFinished(async ({ task }) => {
					if (task.result?.state === 'fail') await printPage(person.page);
					await person[Symbol.asyncDispose]();
				});
			await person.page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
			const visitor: Visitor = {
				...person,
				go: async (path) => {
					await person.page.goto(new URL(path, service.url).href);
					await behindTheDoor(person.page);
				},
				barriers: async () => {
					await behindTheDoor(person.page);
					return barriersOf(person.page);
				},
				capture: (name) => takeScreenshot(person.page, `${name}-${width <= PHONE_PX ? 'phone' : scheme}`),
			};
			if (loggedIn) {
				await installWallet(person, newTestWallet());
				await visitor.go('/login');
				await logInWithWallet(person.page);
			}
			return visitor;
		},
		async plain(width) {
			const person = await browser.person({ script: false, width });
			onTestFinished(() => person[Symbol.asyncDispose]());
			return person;
		},
		complaints: () => people.flatMap(({ complaints }) => complaints),
		[Symbol.asyncDispose]: end,
	};
}

/** Prints the accessible text of a page, with every button, after the page's test failed. */
async function printPage(page: Page): Promise<void> {
	const text = await page.locator('body').ariaSnapshot();
	process.stderr.write(`${page.url()} had:\n${text}\n`);
}

/** Saves a screenshot as `Visitor.capture` does, but without a suffix after the name. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
	const folder = process.env.CARRYWIRE_SCREENSHOTS;
	if (folder === undefined) return;
	await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
