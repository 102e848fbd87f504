/** Rules for parameters, in Spanish. */
import type { rule as english } from './rule.ts';
import type { Translated } from './translated.ts';

const TYPES: Readonly<Record<string, string>> = {
	string: 'un texto',
	number: 'un número',
	int: 'un número entero',
	boolean: 'verdadero o falso',
	array: 'una lista',
	object: 'un objeto',
	record: 'un objeto',
};

/** Rules and described values, in Spanish. */
export const rule: Translated<typeof english> = {
	type: ({ type }) => `debe ser ${TYPES[type] ?? type}`,
	most: ({ count, of }) => `debe tener como máximo ${counted(count, of)}`,
	least: ({ count, of }) => `debe tener al menos ${counted(count, of)}`,
	oneOf: ({ values }) => `debe ser uno de ${values.join(', ')}`,
	decimal: ({ unit, above, atLeast, atMost, places }) => {
		const low = above !== null ? `mayor que ${above} y ` : atLeast !== null ? `al menos ${atLeast} y ` : '';
		return `debe ser un número${unit === null ? '' : ` (${unit})`}, ${low}como máximo ${atMost}, con ${places} decimales como máximo`;
	},
	integer: ({ atLeast, atMost }) => `debe ser un número entero entre ${atLeast} y ${atMost}`,
	ascii: () => 'debe ser ASCII imprimible',
	notWithShare: () => 'debe faltar si se indica share, porque ambos dicen la parte que se cierra',
	onlyAsMaker: () => 'debe faltar salvo si style es maker',
	atMostServiceLimit: ({ limit }) => `debe ser como máximo ${limit}, el límite de este servicio`,
	instant: () =>
		'debe ser un instante con zona horaria, como 2026-01-01T00:00:00Z, o una fecha como 2026-01-01',
	simulatedExchange: () => 'debe ser un exchange simulado',
	cursor: () => 'debe ser el next_cursor de una respuesta anterior',
	previewId: () => 'debe faltar si preview es true',
	pairForms: () =>
		'debe faltar si se indica exchangepair o symbol, porque son de formas distintas de la llamada',
	isSymbol: () => 'debe ser un símbolo',
	isExchangePair: () => 'debe ser un par de exchanges',
	notOfTarget: ({ kind }) => `debe faltar en el tipo ${kind}`,
	needsForTarget: ({ kind }) => `es obligatorio en el tipo ${kind}`,
	chatId: () => 'debe ser el id de un chat o el @nombre de un canal',
	botToken: () => 'debe ser el token de un bot',
	timeOfDay: () => 'debe ser una hora del día como 22:00',
	mailAddress: () => 'debe ser una dirección de correo como ann@example.com, en ASCII y sin nombre',
	otherPair: ({ pair }) => `debe faltar o ser igual al par del canal (${pair})`,
	setting: () => 'debe ser un número, un texto de 200 caracteres como máximo, true o false',
	settingNames: ({ count }) =>
		`debe tener como máximo ${count} nombres, cada uno de 1 a 40 letras, dígitos y guiones bajos que empiece por una letra`,
	anArray: () => 'una lista',
	anObject: () => 'un objeto',
	present: () => 'un valor',
	absent: () => 'ninguno',
	otherText: () => 'otro texto',
	dataOnly: ({ exchange }, write) => `${write.words(exchange)}, que es solo de datos`,
};

function counted(count: number, of: 'entries' | 'characters'): string {
	if (of === 'entries') return `${count} ${count === 1 ? 'entrada' : 'entradas'}`;
	return `${count} ${count === 1 ? 'carácter' : 'caracteres'}`;
}
