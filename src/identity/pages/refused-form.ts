/**
 * Shows a refused form again on its page, with the typed values except secrets. The error appears beside the invalid
 * field and at the top. This works without scripts, because autofocus moves the browser to the invalid field.
 */
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { type Html, type HtmlPart, html } from '../../domain/html.ts';
import { withoutSecrets } from '../../domain/without-secrets.ts';
import { type FieldName, FORM_FIELDS, labelOf } from './form-table.ts';
import { statusOf } from './http-status.ts';
import type { PageAnswer, Visitor } from './page.ts';
import { pageLanguage, texts } from './page-language.ts';
import { wordsIn } from './words-in.ts';

/** One form on a page. */
export type Form = {
	/** Target path, which identifies the form on its page. */
	readonly action: string;
	/** Fields in page order. */
	readonly fields: readonly FieldName[];
	/** Returns the id of a field's control, unique on the page. If absent, the field's name is its id. */
	readonly idOf?: (field: FieldName) => string;
	/** A hint at the top if the fields do not explain what to do. */
	readonly advice?: string;
};

/** A fault. If `field` is undefined, the fault concerns the whole form. */
type Fault = { readonly field: FieldName | undefined; readonly sentence: string };

/** A refused form with its input and fault. */
export type Refusal = {
	readonly form: Form;
	readonly typed: URLSearchParams;
	readonly fault: Fault;
};

/**
 * Runs `work`. If `work` refuses the input, returns the form's page again, with the error's status. Errors that the
 * user cannot correct on that page are rethrown and get their own page. Examples are an ended login, an object that
 * is unknown or belongs to another user, a rate limit, and an internal error.
 */
export async function orShownAgain<Sender extends Pick<Visitor, 'form'>>(
	form: Form,
	visitor: Sender,
	work: (visitor: Sender) => Promise<PageAnswer>,
	page: (visitor: Sender, refusal: Refusal) => Promise<PageAnswer>,
	isMendedHere: (error: CarrywireError) => boolean = comesBack,
): Promise<PageAnswer> {
	try {
		return await work(visitor);
	} catch (error) {
		if (!(error instanceof CarrywireError && comesBack(error) && isMendedHere(error))) throw error;
		const refusal = { form, typed: visitor.form, fault: faultOf(form, error) };
		const answer = await page(visitor, refusal);
		if (answer.kind !== 'page') return answer;
		return { ...answer, body: html`${summary(refusal)}${answer.body}`, refusal: error };
	}
}

function comesBack(error: CarrywireError): boolean {
	const status = statusOf(error);
	return status === 400 || status === 409 || error.code === 'LOGIN_REFUSED';
}

function faultOf(form: Form, error: CarrywireError): Fault {
	const field = form.fields.find((name) => isAbout(name, error));
	return { field, sentence: sentenceOf(field, error) };
}

function isAbout(name: FieldName, { field, code }: CarrywireError): boolean {
	const { members = [], codes = [] } = FORM_FIELDS[name];
	return codes.includes(code) || (field !== undefined && (field === name || members.includes(field)));
}

/** Turns `wallet must be an address; was "a lot".` into `Wallet must be an address; was “a lot”.` */
function sentenceOf(field: FieldName | undefined, { field: member, words }: CarrywireError): string {
	const said = withoutSecrets(wordsIn(pageLanguage(), words));
	if (field === undefined || member === undefined || !said.startsWith(`${member} `)) return said;
	const parts = said.slice(member.length).split(/("(?:[^"\\]|\\.)*")/);
	return `${labelOf(field)}${parts.map((part, index) => (index % 2 === 1 ? asQuoted(part) : part)).join('')}`;
}

/** Replaces JSON quotes with curly quotes. */
function asQuoted(json: string): string {
	try {
		return `“${JSON.parse(json)}”`;
	} catch {
		return json;
	}
}

const idIn = ({ idOf }: Form, field: FieldName): string => idOf?.(field) ?? field;

/**
 * Renders the error at the top, with a link to the invalid field. The error takes the focus if no field is invalid.
 */
function summary({ form, typed, fault: { field, sentence } }: Refusal): Html {
	const lost = form.fields.filter((name) => FORM_FIELDS[name].isSecret === true && typed.get(name));
	const first = field === undefined ? html` autofocus` : null;
	return html`<div class="notice bad refused" role="alert" tabindex="-1"${first}><h2>${texts().FORMS.title}</h2>
<ul><li>${field === undefined ? sentence : html`<a href="#${idIn(form, field)}">${sentence}</a>`}</li></ul>
${form.advice === undefined ? null : html`<p>${form.advice}</p>`}
${lost.length === 0 ? null : html`<p>${texts().FORMS.secretsLost(lost.map((name) => labelOf(name)).join(', '))}</p>`}</div>
`;
}

/** Maximum characters of a typed value that the page shows again. It is longer than any single-line field allows. */
const TYPED_LENGTH_MAX = 256;

/** Renders a form's fields, with typed values if the form was refused. */
export type FormView = {
	readonly id: (field: FieldName) => string;
	readonly label: (field: FieldName) => string;
	/** Returns the value of a text field; empty for a secret. */
	readonly text: (field: FieldName, otherwise?: string) => string;
	/** Returns the selected values of check boxes or a list. */
	readonly chosen: (field: string, otherwise: readonly string[]) => readonly string[];
	/** Returns the attributes of a control; an invalid one takes the focus. */
	readonly marks: (field: FieldName) => Html | null;
	/** Returns the message to show beside the field; null if the field is valid. */
	readonly fault: (field: FieldName) => Html | null;
};

/** Returns the view of a form. `refusal` applies only if it concerns this form. */
export function viewOf(form: Form, refusal: Refusal | undefined): FormView {
	const refused = refusal?.form.action === form.action ? refusal : undefined;
	const sentence = (field: FieldName) =>
		refused?.fault.field === field ? refused.fault.sentence : undefined;
	const id = (field: FieldName) => idIn(form, field);
	return {
		id,
		label: (field) => labelOf(field),
		text(field, otherwise = '') {
			if (refused === undefined) return otherwise;
			if (FORM_FIELDS[field].isSecret === true) return '';
			return withoutSecrets(refused.typed.get(field) ?? '')
				.slice(0, TYPED_LENGTH_MAX)
				.toWellFormed();
		},
		chosen: (field, otherwise) => refused?.typed.getAll(field) ?? otherwise,
		marks(field) {
			if (sentence(field) === undefined) return null;
			return html` aria-invalid="true" aria-describedby="${id(field)}-fault" autofocus`;
		},
		fault(field) {
			const said = sentence(field);
			return said === undefined ? null : html`<p class="fault" id="${id(field)}-fault">${said}</p>`;
		},
	};
}

/** Renders a single-line field with its label. `more` contains further attributes. */
export function textField(
	view: FormView,
	field: FieldName,
	{
		hint,
		value,
		more,
		type = 'text',
	}: {
		readonly hint?: HtmlPart;
		readonly value?: string;
		readonly more?: Html;
		readonly type?: 'text' | 'password';
	} = {},
): Html {
	const isSecret = FORM_FIELDS[field].isSecret === true;
	const text = isSecret ? null : html` value="${view.text(field, value)}"`;
	return html`<label for="${view.id(field)}">${view.label(field)}${hint === undefined ? null : html` <small>${hint}</small>`}</label>
${view.fault(field)}<input type="${type}" id="${view.id(field)}" name="${field}"${text}${more}${view.marks(field)}>`;
}
