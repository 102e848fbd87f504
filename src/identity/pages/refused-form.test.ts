import { describe, expect, test } from 'vitest';
import { elementsOf, type HtmlElement, readHtml, textOf } from '../../../test/support/read-html.ts';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { ERROR_CODES, type ErrorCode } from '../../domain/codes.ts';
import { html } from '../../domain/html.ts';
import { type FieldName, FORM_FIELDS } from './form-table.ts';
import type { PageAnswer } from './page.ts';
import { type Form, orShownAgain, type Refusal, textField, viewOf } from './refused-form.ts';

const FORM: Form = {
	action: '/agents',
	fields: ['name', 'address', 'token', 'signature'],
	idOf: (field) => `one-${field}`,
};
const SECRET = 'a secret that was typed';
const TOKEN = `cw_${'a'.repeat(43)}`;

const invalid = (field: string, message: string) => new CarrywireError('INVALID_PARAMS', message, { field });

/** Renders the form's page with all fields. */
async function pageOf(_: unknown, refusal: Refusal | undefined): Promise<PageAnswer> {
	const view = viewOf(FORM, refusal);
	const fields = FORM.fields.map((field) => textField(view, field, { value: 'as it was' }));
	return { kind: 'page', title: 'Agents', body: html`${fields}` };
}

async function shownFor(error: unknown, typed: Readonly<Record<string, string>> = {}, form = FORM) {
	const answer = await orShownAgain(
		form,
		{ form: new URLSearchParams(typed) },
		() => Promise.reject(error),
		pageOf,
	);
	if (answer.kind !== 'page') throw new Error('The answer is a page.');
	const page = readHtml(answer.body.text);
	const [alert] = elementsOf(page, 'div');
	const inputs = elementsOf(page, 'input');
	return {
		answer,
		alert: alert as HtmlElement,
		sentences: elementsOf(page, 'li').map(({ children }) => textOf(children)),
		input: (name: FieldName) => inputs.find(({ attributes }) => attributes.name === name)?.attributes ?? {},
		focused: inputs
			.filter(({ attributes }) => 'autofocus' in attributes)
			.map(({ attributes }) => attributes.name),
		beside: (name: FieldName) =>
			elementsOf(page, 'p')
				.find(({ attributes }) => attributes.id === `one-${name}-fault`)
				?.children.join(''),
	};
}

describe('a refused form', () => {
	test('is shown again, with its error', async () => {
		const error = invalid('name', 'name must be short; was "x".');
		const { answer } = await shownFor(error, { name: 'x' });
		expect(answer).toMatchObject({ title: 'Agents', refusal: error });
	});

	test('has the sentence beside its field, and at the top with a link', async () => {
		const error = invalid('address', 'address must be 0x and 40 hex digits; was "a lot".');
		const shown = await shownFor(error, { name: 'x', address: 'a lot' });
		expect(shown.sentences).toEqual(['Address must be 0x and 40 hex digits; was “a lot”.']);
		expect(elementsOf([shown.alert], 'a').map(({ attributes }) => attributes.href)).toEqual(['#one-address']);
		expect(shown.alert.attributes).toMatchObject({ role: 'alert', tabindex: '-1' });
		expect(shown.input('address')).toMatchObject({
			'aria-invalid': 'true',
			'aria-describedby': 'one-address-fault',
		});
		expect(shown.beside('address')).toBe(shown.sentences[0]);
		expect(shown.input('name')).not.toHaveProperty('aria-invalid');
		expect(shown.focused).toEqual(['address']);
	});

	test('keeps typed values except secrets, and names those', async () => {
		const shown = await shownFor(invalid('name', 'name must be short.'), {
			name: '"<b>&',
			address: '',
			token: SECRET,
			signature: SECRET,
		});
		expect([shown.input('name').value, shown.input('address').value]).toEqual(['"<b>&', '']);
		expect(shown.input('token')).not.toHaveProperty('value');
		expect(textOf([shown.alert])).toContain(
			'The page does not store secrets. Enter these again: Token, Signature.',
		);
		expect(JSON.stringify(shown.answer)).not.toContain(SECRET);
	});

	test('repeats no token typed as a name, and limits length', async () => {
		const long = await shownFor(invalid('name', 'name must be short.'), { name: 'x'.repeat(10_000) });
		expect(long.input('name').value).toBe('x'.repeat(256));
		const shown = await shownFor(invalid('name', `name must be short; was "${TOKEN}".`), { name: TOKEN });
		expect([shown.input('name').value, shown.beside('name')]).toEqual([
			'cw_…',
			'Name must be short; was “cw_…”.',
		]);
	});

	test('is marked at the field that belongs to the error code', async () => {
		const shown = await shownFor(new CarrywireError('LOGIN_REFUSED', 'The token has ended.'), {});
		expect([shown.sentences, shown.focused]).toEqual([['The token has ended.'], ['token']]);
	});

	test('moves the focus to the top if no field is wrong', async () => {
		const shown = await shownFor(new CarrywireError('RISK_LIMIT', 'You have <50> agents.'), { name: 'x' });
		expect([shown.sentences, shown.focused]).toEqual([['You have <50> agents.'], []]);
		expect(shown.alert.attributes).toHaveProperty('autofocus');
		expect(elementsOf([shown.alert], 'a')).toEqual([]);
		expect(shown.input('name').value).toBe('x');
	});

	test('shows the advice of the form', async () => {
		const error = new CarrywireError('LOGIN_REFUSED', 'The nonce is unknown.');
		const shown = await shownFor(error, {}, { ...FORM, fields: [], advice: 'Sign a new one.' });
		expect(textOf([shown.alert])).toContain('Sign a new one.');
	});

	test('leaves other forms of its page unchanged', () => {
		const refusal = {
			form: FORM,
			typed: new URLSearchParams('name=x'),
			fault: { field: 'name', sentence: 'No.' },
		} as const;
		const view = viewOf({ ...FORM, action: '/other' }, refusal);
		expect([view.text('name', 'as it was'), view.marks('name'), view.fault('name')]).toEqual([
			'as it was',
			null,
			null,
		]);
		expect(view.chosen('scope', ['arb:read'])).toEqual(['arb:read']);
		expect(viewOf(FORM, refusal).chosen('scope', ['arb:read'])).toEqual([]);
	});
});

describe('a sentence', () => {
	test.each([
		['address must be of chain 1; was of chain 42161.', 'Address must be of chain 1; was of chain 42161.'],
		[
			'address must be a number; was "12345678 \\"x\\"\\n".',
			'Address must be a number; was “12345678 "x"\n”.',
		],
		['address must be a number; was "cut.', 'Address must be a number; was "cut.'],
		[
			'address must have 0.1234567 and 9999 and a1234567.',
			'Address must have 0.1234567 and 9999 and a1234567.',
		],
		['The address is wrong.', 'The address is wrong.'],
	])('turns %j into %j', async (said, sentence) => {
		expect((await shownFor(invalid('address', said))).sentences).toEqual([sentence]);
	});
});

describe('an error returns to its form', () => {
	const ownPage = async (code: ErrorCode) => {
		try {
			await shownFor(new CarrywireError(code, 'x'));
			return false;
		} catch (error) {
			expect(error).toMatchObject({ code });
			return true;
		}
	};

	test.each<ErrorCode>([
		'INVALID_PARAMS',
		'RISK_LIMIT',
		'VENUE_UNAVAILABLE',
		'VENUE_RATE_LIMITED',
		'AGENT_STOPPED',
		'LOGIN_REFUSED',
		'LOGIN_UNAVAILABLE',
	])('for code %s', async (code) => {
		expect(await ownPage(code)).toBe(false);
	});

	test.each<ErrorCode>([
		'UNAUTHORIZED',
		'FORM_REFUSED',
		'FORBIDDEN',
		'LOGIN_NOT_ADMITTED',
		'NOT_FOUND',
		'UNKNOWN_AGENT',
		'RATE_LIMITED',
		'NOT_READY',
		'STORE_UNAVAILABLE',
		'INTERNAL_ERROR',
	])('but not for code %s', async (code) => {
		expect(await ownPage(code)).toBe(true);
	});

	test('but not for unknown errors, nor if the page declines', async () => {
		const fault = new Error('inside');
		await expect(shownFor(fault)).rejects.toBe(fault);
		const error = invalid('name', 'x');
		const typed = { form: new URLSearchParams() };
		await expect(
			orShownAgain(
				FORM,
				typed,
				() => Promise.reject(error),
				pageOf,
				() => false,
			),
		).rejects.toBe(error);
	});
});

test('no two fields share an error member', () => {
	const named = Object.entries(FORM_FIELDS).flatMap(([field, { members = [] }]) => [field, ...members]);
	expect(new Set(named).size).toBe(named.length);
	for (const { codes = [] } of Object.values(FORM_FIELDS))
		for (const code of codes) expect(Object.keys(ERROR_CODES)).toContain(code);
});
