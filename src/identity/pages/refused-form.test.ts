import { describe, expect, test } from 'vitest';
import { elementsOf, type HtmlElement, readHtml, textOf } from '../../../test/support/read-html.ts';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { ERROR_CODES, type ErrorCode } from '../../domain/codes.ts';
import { type FieldName, FORM_FIELDS } from './form-table.ts';
import { html } from './html.ts';
import type { PageAnswer } from './page.ts';
import {
	type Form,
	fieldReader,
	orShownAgain,
	type Refusal,
	requireNone,
	textField,
	viewOf,
} from './refused-form.ts';

const FORM: Form = {
	action: '/agents',
	fields: ['name', 'scope', 'amount_max', 'api_key', 'api_secret'],
	idOf: (field) => `one-${field}`,
	labels: { api_secret: 'Private key' },
};
const SECRET = 'a secret that was typed';
const TOKEN = `cw_${'a'.repeat(43)}`;

const invalid = (field: string, message: string) => new CarrywireError('INVALID_PARAMS', message, { field });

/** The page of the form, with each field as it is written. */
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

describe('a form that is refused', () => {
	test('is its page again, with the error of which it has the status', async () => {
		const error = invalid('name', 'name must be short; was "x".');
		const { answer } = await shownFor(error, { name: 'x' });
		expect(answer).toMatchObject({ title: 'Agents', refusal: error });
	});

	test('has each sentence beside its field and at the top, from where it leads there', async () => {
		const both = [
			invalid('amount_max', 'amount_max must be a number; was "a lot".'),
			invalid('name', 'name must be short.'),
		];
		const shown = await shownFor(errorOf(both), { name: 'x', amount_max: 'a lot' });
		expect(shown.sentences).toEqual([
			'Name must be short.',
			'At most per execution must be a number; was “a lot”.',
		]);
		expect(elementsOf([shown.alert], 'a').map(({ attributes }) => attributes.href)).toEqual([
			'#one-name',
			'#one-amount_max',
		]);
		expect(shown.alert.attributes).toMatchObject({ role: 'alert', tabindex: '-1' });
		for (const [field, sentence] of [
			['name', shown.sentences[0]],
			['amount_max', shown.sentences[1]],
		] as const) {
			expect(shown.input(field)).toMatchObject({
				'aria-invalid': 'true',
				'aria-describedby': `one-${field}-fault`,
			});
			expect(shown.beside(field)).toBe(sentence);
		}
		expect(shown.input('api_key')).not.toHaveProperty('aria-invalid');
		expect(shown.focused).toEqual(['name']);
	});

	test('keeps what was typed, but no secret, and says which', async () => {
		const shown = await shownFor(invalid('name', 'name must be short.'), {
			name: '"<b>&',
			amount_max: '',
			api_key: SECRET,
			api_secret: SECRET,
		});
		expect([shown.input('name').value, shown.input('amount_max').value]).toEqual(['"<b>&', '']);
		expect(shown.input('api_key')).not.toHaveProperty('value');
		expect(textOf([shown.alert])).toContain(
			'What may be secret is not kept and must be given again: API key, Private key.',
		);
		expect(JSON.stringify(shown.answer)).not.toContain(SECRET);
	});

	test('repeats no token of ours that was put where a name belongs, and nothing without end', async () => {
		const long = await shownFor(invalid('name', 'name must be short.'), { name: 'x'.repeat(10_000) });
		expect(long.input('name').value).toBe('x'.repeat(256));
		const shown = await shownFor(invalid('name', `name must be short; was "${TOKEN}".`), { name: TOKEN });
		expect([shown.input('name').value, shown.beside('name')]).toEqual([
			'cw_…',
			'Name must be short; was “cw_…”.',
		]);
	});

	test('tells of a field once', async () => {
		const twice = [
			invalid('scope', 'scope must be a scope.'),
			invalid('scopes', 'scopes must be one or more.'),
		];
		expect((await shownFor(errorOf(twice))).sentences).toEqual(['What it may do must be a scope.']);
	});

	test('is marked at the field that an error is about by its code', async () => {
		const shown = await shownFor(new CarrywireError('KEY_CAN_WITHDRAW', 'The key can take money out.'), {});
		expect([shown.sentences, shown.focused]).toEqual([['The key can take money out.'], ['api_key']]);
	});

	test('takes the focus to the top where no field is wrong', async () => {
		const shown = await shownFor(new CarrywireError('RISK_LIMIT', 'You have <50> agents.'), { name: 'x' });
		expect([shown.sentences, shown.focused]).toEqual([['You have <50> agents.'], []]);
		expect(shown.alert.attributes).toHaveProperty('autofocus');
		expect(elementsOf([shown.alert], 'a')).toEqual([]);
		expect(shown.input('name').value).toBe('x');
	});

	test('says what to do where the form has advice', async () => {
		const error = new CarrywireError('LOGIN_REFUSED', 'The nonce is unknown.');
		const shown = await shownFor(error, {}, { ...FORM, fields: [], advice: 'Sign a new one.' });
		expect(textOf([shown.alert])).toContain('Sign a new one.');
	});

	test('leaves the other forms of its page as they begin', () => {
		const refusal = {
			form: FORM,
			typed: new URLSearchParams('name=x'),
			faults: [{ field: 'name', sentence: 'No.' }],
		} as const;
		const view = viewOf({ ...FORM, action: '/other' }, refusal);
		expect([view.isRefused, view.text('name', 'as it was'), view.marks('name'), view.fault('name')]).toEqual([
			false,
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
		[
			'amount_max must be at most 1000000000 USD; was 20000.5.',
			'At most per execution must be at most 1,000,000,000 USD; was 20,000.5.',
		],
		[
			'amount_max must be a number; was "12345678 \\"x\\"\\n".',
			'At most per execution must be a number; was “12345678 "x"\n”.',
		],
		['amount_max must be a number; was "cut.', 'At most per execution must be a number; was "cut.'],
		[
			'amount_max must have 0.1234567 and 9999 and a1234567.',
			'At most per execution must have 0.1234567 and 9999 and a1234567.',
		],
		['The amount_max is wrong.', 'The amount_max is wrong.'],
	])('%j is %j', async (said, sentence) => {
		expect((await shownFor(invalid('amount_max', said))).sentences).toEqual([sentence]);
	});

	test('names the field as its form does', async () => {
		const error = invalid('api_secret', 'api_secret must have 1 to 512 characters.');
		expect((await shownFor(error)).sentences).toEqual(['Private key must have 1 to 512 characters.']);
	});
});

describe('an error comes back to its form', () => {
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
	])('where it is %s', async (code) => {
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
	])('and not where it is %s', async (code) => {
		expect(await ownPage(code)).toBe(true);
	});

	test('and not where it is none of ours, nor where the page says no', async () => {
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

test('fields are read on where one cannot be, and a fault of ours is none of theirs', () => {
	const read = fieldReader();
	const error = invalid('name', 'x');
	expect(
		read.of(() => {
			throw error;
		}, 7),
	).toBe(7);
	expect([read.of(() => 8, 7), read.found]).toEqual([8, [error]]);
	expect(() =>
		read.of(() => {
			throw new TypeError('inside');
		}, 7),
	).toThrow('inside');
	expect(() => requireNone([])).not.toThrow();
	expect(() => requireNone(read.found)).toThrow(
		expect.objectContaining({ code: 'INVALID_PARAMS', field: 'name' }),
	);
});

test('no two fields are about one member, so that none hides another in a form', () => {
	const named = Object.entries(FORM_FIELDS).flatMap(([field, { members = [] }]) => [field, ...members]);
	expect(new Set(named).size).toBe(named.length);
	for (const { codes = [] } of Object.values(FORM_FIELDS))
		for (const code of codes) expect(Object.keys(ERROR_CODES)).toContain(code);
});

function errorOf(faults: readonly CarrywireError[]): unknown {
	try {
		requireNone(faults);
	} catch (error) {
		return error;
	}
	return undefined;
}
