/**
 * A form that was refused comes back on its page: with what was typed, but for secrets, and with a sentence beside the
 * field that is wrong and at the top. Works without script: the browser itself goes to the first wrong field.
 */
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { withoutSecrets } from '../../domain/without-secrets.ts';
import { type FieldName, FORM_FIELDS } from './form-table.ts';
import { type Html, type HtmlPart, html } from './html.ts';
import { statusOf } from './http-status.ts';
import type { PageAnswer, Visitor } from './page.ts';

/** One form of a page. */
export type Form = {
	/** The path that it is sent to, by which it is known among the forms of its page. */
	readonly action: string;
	/** In the order of the page. */
	readonly fields: readonly FieldName[];
	/** Ids of its controls, unlike those of other forms of the page; as the fields are called where it is left out. */
	readonly idOf?: (field: FieldName) => string;
	/** What to do, where the fields do not say it. */
	readonly advice?: string;
};

/** `field` undefined: of the whole. */
type Fault = { readonly field: FieldName | undefined; readonly sentence: string };

/** A form that was refused, with its input and its fault. */
export type Refusal = {
	readonly form: Form;
	readonly typed: URLSearchParams;
	readonly fault: Fault;
};

/**
 * The answer of `work`; where it refuses what was typed, the page of the form again, with the status of the error. An error
 * that nobody mends on that page is thrown on and has a page of its own: a login that has ended, what is not there or not
 * theirs, a wait, a fault of ours.
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

/** `wallet must be an address; was "a lot".` → `Wallet must be an address; was “a lot”.` */
function sentenceOf(field: FieldName | undefined, { field: member, message }: CarrywireError): string {
	const said = withoutSecrets(message);
	if (field === undefined || member === undefined || !said.startsWith(`${member} `)) return said;
	const parts = said.slice(member.length).split(/("(?:[^"\\]|\\.)*")/);
	return `${FORM_FIELDS[field].label}${parts.map((part, index) => (index % 2 === 1 ? asQuoted(part) : part)).join('')}`;
}

/** JSON's quotes are a program's. */
function asQuoted(json: string): string {
	try {
		return `“${JSON.parse(json)}”`;
	} catch {
		return json;
	}
}

const idIn = ({ idOf }: Form, field: FieldName): string => idOf?.(field) ?? field;

/** Leads to the field that is wrong. Where the refusal is of no field, the browser goes here. */
function summary({ form, typed, fault: { field, sentence } }: Refusal): Html {
	const lost = form.fields.filter((name) => FORM_FIELDS[name].isSecret === true && typed.get(name));
	const first = field === undefined ? html` autofocus` : null;
	return html`<div class="notice bad refused" role="alert" tabindex="-1"${first}><h2>That was not done</h2>
<ul><li>${field === undefined ? sentence : html`<a href="#${idIn(form, field)}">${sentence}</a>`}</li></ul>
${form.advice === undefined ? null : html`<p>${form.advice}</p>`}
${lost.length === 0 ? null : html`<p>What may be secret is not kept and must be given again: ${lost.map((name) => FORM_FIELDS[name].label).join(', ')}.</p>`}</div>
`;
}

/** Longer than anything that is allowed in a field of one line. */
const TYPED_LENGTH_MAX = 256;

/** How the fields of a form are written: as they were typed where the form was refused, else as they begin. */
export type FormView = {
	readonly id: (field: FieldName) => string;
	readonly label: (field: FieldName) => string;
	/** Of a field of text; nothing for a secret. */
	readonly text: (field: FieldName, otherwise?: string) => string;
	/** The values of boxes, or of a list, that are chosen. */
	readonly chosen: (field: string, otherwise: readonly string[]) => readonly string[];
	/** Attributes of a control: one that is wrong takes the focus. */
	readonly marks: (field: FieldName) => Html | null;
	/** The sentence that stands beside it. */
	readonly fault: (field: FieldName) => Html | null;
};

/** The fields of a form as they are drawn: with the typed values and the fault, if it is this form that was refused. */
export function viewOf(form: Form, refusal: Refusal | undefined): FormView {
	const refused = refusal?.form.action === form.action ? refusal : undefined;
	const sentence = (field: FieldName) =>
		refused?.fault.field === field ? refused.fault.sentence : undefined;
	const id = (field: FieldName) => idIn(form, field);
	return {
		id,
		label: (field) => FORM_FIELDS[field].label,
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

/** A field of one line under its label. `more` are further attributes. */
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
