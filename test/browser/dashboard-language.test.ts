/** Tests the pages in Spanish: no English remains, and the reader chooses the language. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DashboardFixture, openDashboardFixture, type Visitor } from './dashboard-fixture.ts';
import { englishLeft } from './english-left.ts';
import { ready } from './opening-steps.ts';
import { PHONE_PX } from './watched-browser.ts';

const WIDTHS = [1_440, 1_024, PHONE_PX];

/** Returns by how many pixels the page is too wide, once charts have taken their new width within a second of frames. */
const EXCESS = `new Promise((resolve) => {
	const check = (framesLeft) => {
		const excess = document.documentElement.scrollWidth - innerWidth;
		if (excess < 1 || framesLeft === 0) resolve(excess);
		else requestAnimationFrame(() => check(framesLeft - 1));
	};
	check(60);
})`;

let fixture: DashboardFixture;

beforeAll(async () => {
	fixture = await openDashboardFixture();
});

afterAll(async () => {
	await fixture?.[Symbol.asyncDispose]();
});

const SPANISH_BUTTONS = { open: /^Abrir posición: /, again: /^(?:Actualizar|Usar las cifras nuevas)$/ };

const languageOf = (page: Page) => page.evaluate<string>('document.documentElement.lang');
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

/** Checks a Spanish page at every width: no English, nothing scrolls sideways, and no barrier. */
async function expectSpanish({ page, barriers }: Visitor, path: string): Promise<void> {
	expect(await languageOf(page), path).toBe('es');
	for (const width of WIDTHS) {
		await page.setViewportSize({ width, height: 900 });
		expect(await page.evaluate(EXCESS), `${path} at ${width} px`).toBeLessThan(1);
	}
	await page.setViewportSize({ width: 1_440, height: 900 });
	const { texts, english } = await englishLeft(page);
	expect(texts, path).toBeGreaterThan(5);
	expect(english, path).toEqual([]);
	expect(await barriers(), path).toEqual([]);
}

/** Logs in as a guest on a Spanish page. */
async function logInAsGuest({ page, go }: Visitor): Promise<void> {
	await go('/login');
	await page.getByRole('button', { name: 'Probar sin billetera' }).click();
	await page.getByRole('button', { name: 'Cerrar sesión' }).waitFor();
}

/** Waits until the service has answered that it stored the preferences. */
async function storedAtService(page: Page): Promise<void> {
	await new Promise<void>((resolve) => {
		page.on('websocket', (socket) =>
			socket.on('framereceived', ({ payload }) => {
				if (String(payload).includes('"language":"en"')) resolve();
			}),
		);
	});
}

describe('a Spanish browser', () => {
	test('gets the list, its reasons, the detail and the funding map in Spanish', async () => {
		const visitor = await fixture.visitor({ locale: 'es-ES' });
		const { page, go } = visitor;
		await go('/');
		await page.locator('[role="row"][aria-busy="false"]').first().waitFor();
		await page.getByRole('button', { name: 'Causa' }).first().click();
		await page.getByRole('link', { name: 'Abrir los detalles' }).waitFor();
		await expectSpanish(visitor, '/');
		await page.getByRole('link', { name: 'Abrir los detalles' }).click();
		await page.getByRole('heading', { name: 'Financiación acumulada' }).waitFor();
		await expectSpanish(visitor, '/opportunities');
		await go('/funding');
		await page.locator('tbody tr[aria-busy="false"]').first().waitFor();
		await expectSpanish(visitor, '/funding');
		expect(fixture.complaints()).toEqual([]);
	});

	test('gets an execution from the preview to the history in Spanish', async () => {
		const visitor = await fixture.visitor({ locale: 'es-ES' });
		const { page, go } = visitor;
		await go('/');
		const link = page.locator('a[href^="/opportunities/"]').first();
		const path = (await link.getAttribute('href'))?.split('?')[0] ?? '';
		await logInAsGuest(visitor);
		await go(`${path}/execute?amount=300`);
		const open = page.getByRole('button', { name: /^Abrir posición/ });
		await open.waitFor();
		await expectSpanish(visitor, 'preview');
		await (await ready(page.getByRole('form', { name: 'Confirmar' }), SPANISH_BUTTONS)).click();
		await page.getByRole('button', { name: 'Cerrar posición …' }).waitFor();
		await expectSpanish(visitor, 'execution');
		await page.getByRole('button', { name: 'Cerrar posición …' }).click();
		await page
			.getByRole('button', { name: /^Cerrar/ })
			.last()
			.waitFor();
		await expectSpanish(visitor, 'close preview');
		await go('/portfolio');
		await heading(page, 'Cartera');
		await page.getByRole('table', { name: 'Posiciones abiertas' }).getByRole('button').first().click();
		await expectSpanish(visitor, '/portfolio');
		expect(fixture.complaints()).toEqual([]);
	});

	test('gets every other page in Spanish', async () => {
		const visitor = await fixture.visitor({ locale: 'es-ES' });
		const { page, go } = visitor;
		await go('/login');
		await expectSpanish(visitor, '/login');
		await logInAsGuest(visitor);
		for (const [path, title] of [
			['/plan', 'Plan'],
			['/autopilot', 'Piloto automático'],
			['/what-if', 'Qué pasaría si'],
			['/backtest', 'Backtest'],
			['/alerts', 'Alertas'],
			['/status', 'Estado'],
			['/connections', 'Exchanges'],
			['/tokens', 'Tokens'],
			['/agents', 'Agentes'],
			['/chat', 'Chat'],
			['/audit', 'Auditoría'],
			['/account', 'Cuenta'],
			['/preferences', 'Preferencias'],
			['/nowhere', 'Página no encontrada'],
		] as const) {
			await go(path);
			await heading(page, title);
			await page.waitForLoadState('networkidle');
			await expectSpanish(visitor, path);
		}
		expect(fixture.complaints()).toEqual([]);
	});

	test('shows a refusal in Spanish, from its code', async () => {
		const visitor = await fixture.visitor({ locale: 'es-ES' });
		const { page, go } = visitor;
		await go('/opportunities/opp_000000000000000000000000');
		await heading(page, 'Oportunidad no encontrada');
		await page.getByText('UNKNOWN_OPPORTUNITY').waitFor();
		const { texts, english } = await englishLeft(page);
		expect(texts).toBeGreaterThan(5);
		expect(english).toEqual([]);
	});
});

describe('the language', () => {
	test('is English in a browser without Spanish', async () => {
		const { page, go } = await fixture.visitor({ locale: 'fr-FR' });
		await go('/');
		await heading(page, 'Opportunities');
		expect(await languageOf(page)).toBe('en');
	});

	test('changes in the preferences, stays on server pages, and follows the login', async () => {
		const visitor = await fixture.visitor({ locale: 'es-ES' });
		const { page, go, context } = visitor;
		await logInAsGuest(visitor);
		await go('/preferences');
		await page.getByText('Se aplican en todos los navegadores').waitFor();
		const stored = storedAtService(page);
		await page.getByLabel('Idioma').selectOption('en');
		await heading(page, 'Preferences');
		await stored;
		await go('/account/passkeys');
		await heading(page, 'Passkeys');
		expect(await languageOf(page)).toBe('en');
		// A browser that has forgotten its choice gets it from the login.
		await context.clearCookies({ name: 'carrywire_language' });
		await page.evaluate("localStorage.removeItem('carrywire.preferences.1')");
		await go('/');
		await heading(page, 'Opportunities');
		await go('/preferences');
		await page.getByLabel('Language').selectOption('browser');
		await heading(page, 'Preferencias');
		expect(fixture.complaints()).toEqual([]);
	});
});
