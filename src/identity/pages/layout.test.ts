import { describe, expect, test } from 'vitest';
import { elementsOf, readHtml, textOf } from '../../../test/support/read-html.ts';
import { html } from '../../domain/html.ts';
import { type Frame, frame, hidden, table, themeOf, time } from './layout.ts';

const PAGE: Frame = {
	title: 'Tokens',
	body: html`<p>body</p>`,
	userName: undefined,
	csrf: 'csrf-of-the-browser',
	nav: undefined,
	script: undefined,
	isEntered: false,
	onwardTo: undefined,
	tradingMode: 'paper' as const,
	isRehearsal: false,
	theme: undefined,
};
const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045-3f9a1c5b';
const read = (change: Partial<Frame> = {}) => readHtml(frame({ ...PAGE, ...change }));

describe('a page', () => {
	test('has its title in head and body, and loads only icon, manifest and style sheet', () => {
		const page = read({ title: 'A <b> & "c"' });
		expect(textOf(elementsOf(page, 'title'))).toBe('A <b> & "c" · Carrywire');
		expect(textOf(elementsOf(page, 'h1'))).toBe('A <b> & "c"');
		expect(elementsOf(page, 'link').map(({ attributes }) => attributes)).toEqual([
			{ rel: 'icon', href: '/assets/icon.svg' },
			{ rel: 'manifest', href: '/assets/manifest.webmanifest' },
			{ rel: 'stylesheet', href: '/assets/style.css' },
		]);
		expect(elementsOf(page, 'script')).toEqual([]);
		expect(textOf(elementsOf(page, 'main'))).toContain('body');
	});

	test('with a refused form starts its title with Error, but not its heading', () => {
		const page = read({ isRefused: true });
		expect(textOf(elementsOf(page, 'title'))).toBe('Error: Tokens · Carrywire');
		expect(textOf(elementsOf(page, 'h1'))).toBe('Tokens');
	});

	test.each([
		['simulated' as const, false, 'simulated', 'Simulated: simulated exchanges, no real money'],
		['paper' as const, false, 'paper', 'Paper: paper accounts at real prices, no real money'],
		['testnet' as const, false, 'testnet', 'Testnet: test environments of the exchanges, no real money'],
		['testnet' as const, true, 'testnet', 'Testnet: test environments of the exchanges, no real money'],
		['live' as const, false, 'live', 'LIVE: real exchanges, real money'],
		['live' as const, true, 'rehearsal', 'Rehearsal: same as live, but no order reaches a real exchange'],
		['simulated' as const, true, 'simulated', 'Simulated: simulated exchanges, no real money'],
	])('shows mode %s (rehearsal: %s) in words, also without a login', (...row) => {
		const [tradingMode, isRehearsal, name, words] = row;
		const page = read({ tradingMode, isRehearsal });
		const [mode] = elementsOf(elementsOf(page, 'header'), 'span');
		expect([mode?.attributes.class, textOf(mode?.children ?? [])]).toEqual(['mode', words]);
		expect(elementsOf(page, 'body')[0]?.attributes.class).toBe(`mode-${name}`);
	});

	test('without a login links to public pages and the login, without a logout', () => {
		const links = elementsOf(elementsOf(read(), 'nav'), 'a').map(({ attributes }) => attributes.href);
		expect(links).toEqual([
			'/',
			'/funding',
			'/portfolio',
			'/plan',
			'/autopilot',
			'/backtest',
			'/alerts',
			'/status',
			'/preferences',
			'/docs/',
		]);
		expect(elementsOf(read(), 'form')).toEqual([]);
		expect(textOf(read())).not.toContain('Log out');
		const login = elementsOf(read(), 'a').filter(({ attributes }) => attributes.href === '/login');
		expect(textOf(login)).toBe('Log in');
	});

	test('has no heading for the dashboard and loads the built files', () => {
		const app = { script: '/dashboard/main-1.js', styles: ['/dashboard/main-2.css'] };
		const page = read({ title: undefined, app });
		expect(textOf(elementsOf(page, 'title'))).toBe('Carrywire');
		expect(elementsOf(page, 'h1')).toEqual([]);
		expect(elementsOf(page, 'script').map(({ attributes }) => attributes)).toEqual([
			{ type: 'module', src: '/dashboard/main-1.js' },
		]);
		expect(elementsOf(page, 'link').map(({ attributes }) => attributes.href)).toEqual([
			'/assets/icon.svg',
			'/assets/manifest.webmanifest',
			'/assets/style.css',
			'/dashboard/main-2.css',
		]);
		expect(elementsOf(page, 'main')[0]?.attributes.class).toBe('app');
	});

	test('shows a user the name, the current part and a logout form', () => {
		const page = read({ userName: WALLET, nav: '/tokens' });
		const links = elementsOf(elementsOf(page, 'nav'), 'a').map(({ attributes }) => attributes);
		expect(links.filter((link) => 'aria-current' in link)).toEqual([
			{ class: 'settings', href: '/connections', 'aria-current': 'true' },
			{ href: '/tokens', 'aria-current': 'page' },
		]);
		expect(links.length).toBeGreaterThan(3);
		const [form] = elementsOf(page, 'form');
		expect(form?.attributes).toMatchObject({ method: 'post', action: '/logout' });
		expect(elementsOf([form ?? ''], 'input').map(({ attributes }) => attributes)).toEqual([
			{ type: 'hidden', name: 'csrf', value: 'csrf-of-the-browser' },
		]);
		const [name] = elementsOf([form ?? ''], 'span');
		expect([name?.attributes.title, textOf(name?.children ?? [])]).toEqual([WALLET, '0xd8dA…6045']);
	});

	test('has the colours that the cookie names, and those of the device for any other value', () => {
		const themes = [
			'carrywire_theme=dark',
			'a=b; carrywire_theme=light; c=d',
			'carrywire_theme=system',
			undefined,
		];
		expect(themes.map(themeOf)).toEqual(['dark', 'light', undefined, undefined]);
		expect(themeOf('carrywire_theme=dark"><b>')).toBeUndefined();
		expect(frame({ ...PAGE, theme: 'dark' })).toContain('<html lang="en" data-theme="dark">');
		expect(frame(PAGE)).toContain('<html lang="en">');
	});

	test('shows a name that is not a wallet in full, as text', () => {
		const name = elementsOf(read({ userName: '<i>ann</i>' }), 'span').at(-1);
		expect(name?.children).toEqual(['<i>ann</i>']);
	});

	test('loads its script and redirects to any address', () => {
		const onwardTo = 'https://login.example/a?b="c"&d=\'e\';<f>';
		const page = read({ script: 'wallet.js', onwardTo });
		expect(elementsOf(page, 'script').map(({ attributes }) => attributes)).toEqual([
			{ src: '/assets/wallet.js', defer: '' },
		]);
		const refresh = elementsOf(page, 'meta').find(({ attributes }) => attributes['http-equiv'] === 'refresh');
		expect(refresh?.attributes.content).toBe(`0; url=${onwardTo}`);
		expect(elementsOf(read(), 'meta').some(({ attributes }) => 'http-equiv' in attributes)).toBe(false);
	});
});

test('the hidden field of a form holds its value', () => {
	expect(readHtml(hidden('a"b<c').text)).toEqual([
		{ name: 'input', attributes: { type: 'hidden', name: 'csrf', value: 'a"b<c' }, children: [] },
	]);
});

describe('a table', () => {
	test('has one cell per part, as text unless it is HTML', () => {
		const read = readHtml(
			table(
				['Name', '<May>'],
				[
					['<b>', html`<i>x</i>`],
					[null, false],
				],
				'None.',
			).text,
		);
		expect(elementsOf(read, 'th').map(({ children }) => textOf(children))).toEqual(['Name', '<May>']);
		expect(elementsOf(read, 'td').map(({ children }) => textOf(children))).toEqual(['<b>', 'x', '', '']);
		expect(elementsOf(read, 'tr')).toHaveLength(3);
	});

	test('without rows is a sentence', () => {
		const read = readHtml(table(['Name'], [], 'You have <none>.').text);
		expect(elementsOf(read, 'table')).toEqual([]);
		expect(textOf(read)).toBe('You have <none>.');
	});
});

test('a time is UTC to the second, and null is never', () => {
	const [element] = readHtml(
		String((time(Date.UTC(2026, 10, 21, 8, 0, 0, 999)) as { readonly text: string }).text),
	);
	expect(element).toEqual({
		name: 'time',
		attributes: { datetime: '2026-11-21T08:00:00.999Z' },
		children: ['2026-11-21 08:00:00 UTC'],
	});
	expect(time(null)).toBe('never');
});
