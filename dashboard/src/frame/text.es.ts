/** Spanish text around the pages: banners, access panel, and fields for size, holding period and leverage. */
import type { Translated } from '../../../src/sentences/translated.ts';
import type { text as english } from './text.ts';

export const text: Translated<typeof english> = {
	logIn: 'Iniciar sesión',
	page: 'la página',
	unknownPage: { title: 'Página no encontrada', link: 'Ir a las oportunidades' },
	loadFault: 'La página no se cargó. Puede deberse a una actualización del servicio. Recarga la página.',
	connection: {
		lost: 'Sin conexión.',
		lostFor: (age) => `Sin contacto con el servicio desde hace ${age}. La página se reconecta sola.`,
		oldSince: (time) => `Las cifras son de las ${time} y no se actualizan.`,
		watched: 'El servicio sigue gestionando tus posiciones.',
		slow: (reason) => `Conectando con el servicio … ${reason}`,
	},
	access: {
		loggedOut: 'Sesión cerrada.',
		tokenEnded: 'El token ya no es válido.',
		notKept: 'Este navegador lo ha eliminado.',
		goesOn: 'Tus posiciones siguen abiertas. Las cifras públicas siguen visibles.',
		dismiss: 'Descartar',
		token: 'Esta página usa el token que pegaste.',
		mayTrade: 'Puede leer y operar.',
		readOnly: 'Solo lectura.',
		readOnlyScopes: (scopes) => `Sus permisos (${scopes}) no incluyen operar.`,
		kept: 'Este navegador lo guarda hasta que caduque, lo quites o inicies sesión.',
		notKeptHere: 'Una recarga lo elimina de esta página.',
		forget: 'Quitar token',
	},
	panel: {
		label: 'Acceso',
		whose: 'Solo tú puedes ver esto.',
		ways: 'con una billetera, una llave de acceso o un enlace de `carrywire login-link`.',
		free: 'Iniciar sesión no cuesta nada y no envía ninguna transacción.',
		guest: 'Con exchanges simulados también puedes entrar como invitado.',
		useToken: 'Usar un token',
		token: 'Token',
		tokenSource: 'de la página Tokens o de `carrywire token`',
		tokenFault: 'Un token es una sola palabra de 8 a 512 caracteres, como cw_….',
		keep: 'Guardarlo en este navegador',
		keepMeaning:
			'Si lo guardas, cualquiera con acceso a este navegador puede usarlo. Si no, una recarga lo elimina.',
		submit: 'Usar token',
	},
	terms: {
		legend: 'Tamaño, plazo y apalancamiento',
		fields: [
			['amount', 'Importe', 'USD en ambas patas', undefined],
			['horizon_hours', 'Plazo', 'horas', 'mejor'],
			['leverage', 'Apalancamiento', '× por pata', undefined],
		],
		periods: 'Plazos habituales',
		best: 'Mejor',
		units: { amount: 'USD', horizon_hours: 'horas', leverage: '×' },
		mustBeAbove: (from, to, unit) => `Debe ser mayor que ${from} y como máximo ${to} ${unit}.`,
		mustBeFrom: (from, to, unit) => `Debe estar entre ${from} y ${to} ${unit}.`,
	},
};
