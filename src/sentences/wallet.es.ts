/** Refusals of logins by a wallet's signature, in Spanish. */
import type { Translated } from './translated.ts';
import type { wallet as english } from './wallet.ts';

/** Refusals of logins by a wallet's signature, in Spanish. */
export const wallet: Translated<typeof english> = {
	address: () =>
		'address debe ser 0x y 40 dígitos hexadecimales, en minúsculas o en forma EIP-55, y no cero.',
	chainId: ({ chains }) => `chainId debe ser uno de ${chains}.`,
	statement: ({ limit }) =>
		`statement debe ser una línea de 1 a ${limit} letras, dígitos, espacios y caracteres de URI.`,
	signatureForm: ({ limit }, write) =>
		`La firma debe ser 0x y bytes enteros en hexadecimal, como máximo ${write.number(limit)} bytes.`,
	chain: ({ chains, was }) => `La cadena del mensaje debe ser una de ${chains}; era ${was}.`,
	nonce: () =>
		'El nonce del mensaje es desconocido, ya se usó, caducó o es de otro navegador. Empieza de nuevo.',
	noNode: ({ address, chain }) =>
		`La firma no se hizo con la clave de ${address}. Si es una billetera de contrato, no puede iniciar sesión en ${chain}: el operador no ha configurado un nodo para esa cadena.`,
	notAccepted: ({ address, chain }) =>
		`La firma no se hizo con la clave de ${address}, y ninguna billetera de contrato en esa dirección de ${chain} la acepta.`,
	wrongNode: ({ chain, expected, was }) =>
		`El nodo configurado para ${chain} debe servir la cadena ${expected}; sirve la ${was}.`,
	node: ({ chain, fault }, write) =>
		`El nodo de ${chain} que comprueba las billeteras de contrato ${write.words(fault)}. Inténtalo de nuevo.`,
	noCode: () => 'no respondió con código de contrato',
	noResult: () => 'no respondió con el resultado de la llamada',
	nodeError: () => 'respondió con un error o sin JSON-RPC',
	tooLong: ({ length, limit }, write) =>
		`El mensaje tiene ${write.number(length)} caracteres; el límite es ${write.number(limit)}.`,
	resources: () => 'El mensaje no debe contener recursos.',
	otherUri: ({ uri }) => `El URI del mensaje debe ser ${uri}; es otro.`,
	chainNumber: () => 'El identificador de cadena del mensaje es demasiado grande.',
	notMessage: () => 'El texto no es un mensaje EIP-4361 de versión 1.',
	otherSite: ({ site }) => `El mensaje debe ser para ${site}; es para otro sitio.`,
	messageAddress: () => 'La dirección del mensaje debe estar en forma EIP-55 y no ser cero.',
	future: ({ skew }, write) => `El mensaje se emitió más de ${write.duration(skew)} en el futuro.`,
	old: ({ age }, write) => `El mensaje tiene más de ${write.duration(age)}. Empieza de nuevo.`,
	expired: () => 'El mensaje ha caducado. Empieza de nuevo.',
	early: () => 'El mensaje aún no es válido.',
};
