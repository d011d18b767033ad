//go:build !js

package foreign

import (
	"database/sql"
	"fmt"
	"reflect"
	"time"
)

func init() { scan = scanInto }

func scanInto(dest, value any) error {
	if s, ok := dest.(sql.Scanner); ok {
		return s.Scan(value)
	}
	d := reflect.ValueOf(dest).Elem()
	v := reflect.ValueOf(value)
	if d.Kind() == reflect.Interface {
		d.Set(v)
		return nil
	}
	var err error
	switch d.Kind() {
	case reflect.String:
		var n sql.Null[string]
		if err = n.Scan(value); err == nil {
			d.SetString(n.V)
		}
	case reflect.Bool:
		var n sql.Null[bool]
		if err = n.Scan(value); err == nil {
			d.SetBool(n.V)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		var n sql.Null[int64]
		if err = n.Scan(value); err == nil {
			if d.OverflowInt(n.V) {
				return outOfRange(value, d.Kind())
			}
			d.SetInt(n.V)
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		var n sql.Null[uint64]
		if err = n.Scan(value); err == nil {
			if d.OverflowUint(n.V) {
				return outOfRange(value, d.Kind())
			}
			d.SetUint(n.V)
		}
	case reflect.Float32, reflect.Float64:
		var n sql.Null[float64]
		if err = n.Scan(value); err == nil {
			d.SetFloat(n.V)
		}
	default:
		switch {
		case v.Type() == reflect.TypeFor[time.Time]() && d.Type() == v.Type(), v.Type().AssignableTo(d.Type()):
			d.Set(v)
		case v.CanConvert(d.Type()) && v.Kind() == d.Kind():
			d.Set(v.Convert(d.Type()))
		default:
			return fmt.Errorf("unsupported Scan, storing driver.Value type %T into type %s", value, d.Type())
		}
	}
	return err
}

// outOfRange returns the error of a number that a type has no room for.
func outOfRange(value any, to reflect.Kind) error {
	return fmt.Errorf("converting driver.Value type %T (%q) to a %s: value out of range", value, fmt.Sprint(value), to)
}
